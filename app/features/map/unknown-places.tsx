import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { type MapPageQuery, mapPageSearch } from "#domain/map-page-query.ts";

interface UnknownPlacesProps {
  query: MapPageQuery;
  /** How many the open filter left out because nothing is known of their opening times. */
  count: number;
}

/**
 * Unknown is not closed: says how many were left out and offers to show them
 * (docs/product#unknown-opening-times).
 */
export function UnknownPlaces({ query, count }: UnknownPlacesProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { filters, includeUnknown } = query;
  if (!filters.open || (count === 0 && !includeUnknown)) return null;
  return (
    <p className="my-2 rounded-control bg-unknown-tint px-3 py-2 text-sm">
      {includeUnknown
        ? t("places.unknown.included")
        : t("places.unknown.leftOut", { count, total: format.number(count) })}{" "}
      <Link
        to={`/${mapPageSearch({ ...query, includeUnknown: !includeUnknown })}`}
        replace
        preventScrollReset
        defaultShouldRevalidate={false}
        className="text-link inline-block py-1.5"
      >
        {includeUnknown ? t("places.unknown.exclude") : t("places.unknown.include", { count })}
      </Link>
    </p>
  );
}
