import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabels } from "#app/place/place-facts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { activeFilters, type FilterRelief } from "./filter-relief.ts";
import { ListNotice } from "./list-notices.tsx";
import { changedListHref, placeListPath } from "./place-list-hrefs.ts";

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
