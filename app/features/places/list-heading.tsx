import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { changedListAddress } from "./place-list-address.ts";
import type { CountedPlaceList } from "./place-list-data.ts";

interface ListHeadingProps {
  title: string;
  query: PlaceListQuery;
  /** Null where the places could not be read. */
  list: CountedPlaceList | null;
}

/** The page's title and the number of places; a changed list is announced. */
export function ListHeading({ title, query, list }: ListHeadingProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const counts = list && [
    t("places.count", { count: list.total, total: format.number(list.total) }),
    // With the open filter on, all of them are open.
    ...(query.filters.open
      ? []
      : [t("places.openNow", { openNow: format.number(list.open_now_count) })]),
  ];
  const summary = counts?.join(", ") ?? "";
  const heading = useListChange(query, summary);
  return (
    <header className="mb-4">
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      <p className="tabular min-h-6 text-muted">{summary}</p>
    </header>
  );
}

/**
 * Announces the summary of a list that replaced another; the same list, loaded again after a write, is not
 * announced. After a turn of the page the focus moves to the heading, because the pager that had it is a
 * whole list further down.
 */
function useListChange(query: PlaceListQuery, summary: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const announce = useAnnounce();
  const listed = useRef(query);
  const said = useRef(summary);
  const onListed = useEffectEvent((next: PlaceListQuery) => {
    if (listed.current === next) return;
    const isSameList = changedListAddress(listed.current, {}) === changedListAddress(next, {});
    const isOtherPage = isSameList && listed.current.page !== next.page;
    const isNews = !isSameList || isOtherPage || said.current !== summary;
    listed.current = next;
    said.current = summary;
    if (isOtherPage) heading.current?.focus({ preventScroll: true });
    if (isNews && summary !== "") announce(summary);
  });
  useEffect(() => onListed(query), [query]);
  return heading;
}
