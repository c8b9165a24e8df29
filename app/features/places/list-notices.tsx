import { type ReactNode, useCallback, useRef } from "react";
import { useRevalidator } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { LeftOutAction, LeftOutText, leftOutNotes } from "#app/place/left-out-places.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { useRecovery } from "#app/ui/use-recovery.ts";
import type { PlaceList } from "#domain/place/place.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { changedListHref } from "./place-list-hrefs.ts";

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
 * when the visitor requests it again.
 */
export function StaleList() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const hasFailed = useRef(true);
  const retry = useCallback(() => void revalidate(), [revalidate]);
  useRecovery(hasFailed, retry);
  return (
    <Alert kind="warning" className="mb-4">
      <p>{t("places.kept")}</p>
      <Button icon="retry" onClick={retry} disabled={state === "loading"} className="my-2">
        {t("action.retry")}
      </Button>
    </Alert>
  );
}

interface UnknownPlacesNotesProps {
  query: PlaceListQuery;
  list: Pick<PlaceList, "unknown_count" | "unstated_count">;
}

/**
 * Notices that unknown does not mean no: the numbers of places left out because their opening times or facts
 * are not known, each with a link that shows them (docs/product#unknown-opening-times,
 * docs/product#unstated-facts).
 */
export function UnknownPlacesNotes({ query, list }: UnknownPlacesNotesProps) {
  return leftOutNotes(query, list).map(({ kind, count, isIncluded, turned }) => (
    <p key={kind} className="mb-4 flex gap-2 rounded-control bg-unknown-tint px-3 py-2.5">
      <Icon name="unknown" className="mt-0.5 size-5 text-unknown" />
      <span>
        <LeftOutText kind={kind} count={count} isIncluded={isIncluded} />{" "}
        <PageLink
          to={changedListHref(query, turned)}
          preventScrollReset
          className="text-link inline-block py-2.5"
        >
          <LeftOutAction count={count} isIncluded={isIncluded} />
        </PageLink>
      </span>
    </p>
  ));
}
