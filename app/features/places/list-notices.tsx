import { type ReactNode, useCallback, useRef } from "react";
import { useRevalidator } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabels } from "#app/place/filter-labels.ts";
import {
  LeftOutAction,
  type LeftOutCounts,
  LeftOutText,
  leftOutNotes,
} from "#app/place/left-out-places.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { useRecovery } from "#app/ui/use-recovery.ts";
import {
  noFilters,
  type PlaceFilterName,
  type PlaceFilters,
  placeFilterNames,
} from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { changedListHref, placeListPath } from "./place-list-hrefs.ts";

interface ListNoticeProps {
  icon: IconName;
  title: string;
  text?: string;
  children?: ReactNode;
}

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

/** Notice that the list is the previous one; the requested one loads once there is contact, or on request. */
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
  list: LeftOutCounts;
}

/** Numbers of places left out because hours or facts are unknown (docs/product#unstated-facts), with links to them. */
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

interface NoPlacesProps {
  query: PlaceListQuery;
  relief: FilterRelief | null;
}

/** Message of an empty list: the reason, and a way on. */
export function NoPlaces({ query, relief }: NoPlacesProps) {
  const { t } = useTranslation();
  const hasFilters = activeFilters(query.filters).length > 0;
  if (hasFilters) {
    return (
      <ListNotice icon="filter" title={t("places.nothing.title")} text={t("places.nothing.text")}>
        {relief && <ReliefLink query={query} relief={relief} />}
        <ButtonLink
          to={changedListHref(query, { filters: noFilters, includeUnknown: false })}
          variant={relief ? "secondary" : "primary"}
          preventScrollReset
        >
          {t("filter.clear")}
        </ButtonLink>
      </ListNotice>
    );
  }
  if (query.bbox !== null) {
    return (
      <ListNotice icon="map" title={t("places.nothing.title")} text={t("places.nothing.bounds")}>
        <ButtonLink to={placeListPath} variant="primary">
          {t("places.reset")}
        </ButtonLink>
      </ListNotice>
    );
  }
  return <ListNotice icon="toilet" title={t("places.empty.title")} text={t("places.empty.text")} />;
}

/** Link that turns off the strictest filter, with the number of places that it brings. */
function ReliefLink({ query, relief }: { query: PlaceListQuery; relief: FilterRelief }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const filters = { ...query.filters, [relief.filter]: false };
  const includeUnknown = filters.open && query.includeUnknown;
  return (
    <ButtonLink
      to={changedListHref(query, { filters, includeUnknown })}
      variant="primary"
      preventScrollReset
    >
      {t("places.nothing.relax", {
        filter: t(filterLabels[relief.filter].label),
        count: relief.total,
        total: format.number(relief.total),
      })}
    </ButtonLink>
  );
}

/** The filter to turn off in an empty list: the one that excludes the most places. @param countPlaces of a query */
export async function findFilterRelief(
  query: PlaceListQuery,
  countPlaces: (query: PlaceListQuery) => Promise<number>,
): Promise<FilterRelief | null> {
  const reliefs = await Promise.all(
    activeFilters(query.filters).map(async (filter) => {
      const filters = { ...query.filters, [filter]: false };
      return { filter, total: await countPlaces({ ...query, filters, page: 1, perPage: 1 }) };
    }),
  );
  return strictestFilter(reliefs);
}

/** An active filter, and the number of places without it. */
export interface FilterRelief {
  readonly filter: PlaceFilterName;
  readonly total: number;
}

/** The active filters, in the order of the filter bar. */
export function activeFilters(filters: PlaceFilters): PlaceFilterName[] {
  return placeFilterNames.filter((name) => filters[name]);
}

/** The filter that excludes the most places; of equals the first. Null where no single one helps. */
export function strictestFilter(reliefs: readonly FilterRelief[]): FilterRelief | null {
  let strictest: FilterRelief | null = null;
  for (const relief of reliefs) {
    if (relief.total > (strictest?.total ?? 0)) strictest = relief;
  }
  return strictest;
}
