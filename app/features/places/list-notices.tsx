import { type ReactNode, useCallback, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { useRecovery } from "#app/ui/use-recovery.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { changedListAddress } from "./place-list-address.ts";

interface ListNoticeProps {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}

/** A centred message instead of the cards. */
export function ListNotice({ icon, title, text, children }: ListNoticeProps) {
  return (
    <section className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name={icon} className="size-10 text-muted" />
      <h2 className="text-xl">{title}</h2>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </section>
  );
}

/**
 * Notice that the list below is the previous one. It loads the requested one as soon as there is contact, or
 * when the visitor asks again.
 */
export function KeptList() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const isWaiting = useRef(true);
  const retry = useCallback(() => void revalidate(), [revalidate]);
  useRecovery(isWaiting, retry);
  return (
    <Alert kind="warning" className="mb-4">
      <p>{t("places.kept")}</p>
      <Button icon="retry" onClick={retry} disabled={state === "loading"} className="my-2">
        {t("action.retry")}
      </Button>
    </Alert>
  );
}

interface UnknownPlacesNoteProps {
  query: PlaceListQuery;
  /** Number of places that the open filter leaves out because their opening times are unknown. */
  count: number;
}

/**
 * Notice that unknown opening times do not mean closed: the number of places left out, and a link that shows
 * them (docs/product#unknown-opening-times).
 */
export function UnknownPlacesNote({ query, count }: UnknownPlacesNoteProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { includeUnknown } = query;
  if (!query.filters.open || (!includeUnknown && count === 0)) return null;
  return (
    <p className="mb-4 flex gap-2 rounded-control bg-unknown-tint px-3 py-2.5">
      <Icon name="unknown" className="mt-0.5 size-5 text-unknown" />
      <span>
        {includeUnknown
          ? t("places.unknown.included")
          : t("places.unknown.leftOut", { count, total: format.number(count) })}{" "}
        <Link
          to={changedListAddress(query, { includeUnknown: !includeUnknown })}
          preventScrollReset
          className="text-link inline-block py-0.5"
        >
          {includeUnknown ? t("places.unknown.exclude") : t("places.unknown.include", { count })}
        </Link>
      </span>
    </p>
  );
}
