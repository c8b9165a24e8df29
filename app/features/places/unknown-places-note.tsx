import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { changedListAddress } from "./place-list-address.ts";

interface UnknownPlacesNoteProps {
  query: PlaceListQuery;
  /** How many places the open filter left out for want of data. */
  count: number;
}

/**
 * Unknown is not closed: says what the open filter left out, and offers it
 * (docs/product#unknown-opening-times).
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
