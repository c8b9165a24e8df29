import { useMemo } from "react";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import type { ShownChoice } from "./map-page-data.ts";

/**
 * The marker of the chosen place, also of one that is still loading; the same object until a property of it
 * changes.
 */
export function useChosenMarker(choice: ShownChoice, now: Date): ChosenMarker | null {
  const place = choice.kind === "place" ? choice.place : null;
  const opening = place && placeOpeningAt(place, now);
  const status = opening?.status;
  const likely = opening?.likely?.open;
  const marker = useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status, likely };
  }, [place, status, likely]);
  return choice.kind === "loading" ? choice.marker : marker;
}

interface ChosenNoticeProps {
  kind: Exclude<ShownChoice["kind"], "none" | "place">;
  closeHref: string;
  onClose: () => void;
  onRetry: () => void;
}

/** Notice instead of the chosen place: it is loading, could not be loaded, or does not exist. */
export function ChosenNotice({ kind, closeHref, onClose, onRetry }: ChosenNoticeProps) {
  const { t } = useTranslation();
  if (kind === "loading") return <ChosenSkeleton />;
  return (
    <div className="px-4 py-2">
      <Alert kind={kind === "missing" ? "warning" : "danger"}>
        <p>{t(`map.chosen.${kind}`)}</p>
        <div className="mt-3 mb-1 flex flex-wrap gap-2">
          {kind === "failed" && (
            <Button icon="retry" onClick={onRetry}>
              {t("action.retry")}
            </Button>
          )}
          <PageLink
            to={closeHref}
            className={buttonClass()}
            onClick={(event) => {
              event.preventDefault();
              onClose();
            }}
          >
            {t("map.chosen.back")}
          </PageLink>
        </div>
      </Alert>
    </div>
  );
}

/** Placeholder of the chosen place, in its shape, with its name and status where list or marker know them. */
export function ChosenSkeleton({ name, status }: { name?: string; status?: OpenStatus }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-3 px-4 py-3">
      <p className="sr-only">{t("map.chosen.loading")}</p>
      {name ? <p className="text-xl font-bold">{name}</p> : <Skeleton className="h-7 w-48" />}
      {status ? (
        <p>
          <StatusBadge status={status} className="text-base!" />
        </p>
      ) : (
        <Skeleton className="h-7 w-36 rounded-full!" />
      )}
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-40" />
    </div>
  );
}
