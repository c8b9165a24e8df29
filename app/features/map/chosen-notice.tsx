import { useMemo } from "react";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";

/** The place that the URL names, or why it was not found. */
export type ChosenResult =
  | { readonly kind: "none" }
  | { readonly kind: "place"; readonly place: Place }
  /** The place does not exist, or the visitor may not see it. */
  | { readonly kind: "missing" }
  /** The place could not be loaded. */
  | { readonly kind: "failed" };

/** Content of the panel: the result, or that it is loading, with the pressed marker where that is its. */
export type ShownChoice =
  | ChosenResult
  | { readonly kind: "loading"; readonly marker: ChosenMarker | null };

/** Data of the map page. */
export interface MapPageData {
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  readonly query: MapPageQuery;
  readonly chosen: ChosenResult;
  /** The places around the middle of the initial view; null where the browser requests them. */
  readonly list: PlaceList | null;
  /** Whether the server could not read the list: a page without one is not a map without places. */
  readonly hasListFailed: boolean;
  /** The places on the chosen place's point, itself included; null where the browser requests them. */
  readonly here: readonly Place[] | null;
}

/** Loads the place that the URL names from the API. */
export async function findChosen(
  placeId: number | null,
  signal?: AbortSignal,
): Promise<ChosenResult> {
  if (placeId === null) return { kind: "none" };
  const result = await fetchApi<Place>(`/api/v1/places/${placeId}`, { signal });
  if (result.ok) return { kind: "place", place: result.body };
  return { kind: result.code === "error.notfound" ? "missing" : "failed" };
}

/**
 * The marker of the chosen place, also of one that is still loading; the same object until a property of it
 * changes.
 */
export function useChosenMarker(choice: ShownChoice, now: Date): ChosenMarker | null {
  const place = choice.kind === "place" ? choice.place : null;
  const status = place && placeOpeningAt(place, now).status;
  const marker = useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status };
  }, [place, status]);
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
