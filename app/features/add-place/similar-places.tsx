import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { usePlaceWords } from "#app/ui/use-place-words.ts";
import { mapPageSearch } from "#domain/map-page-query.ts";
import type { Place } from "#domain/place.ts";
import { noFilters } from "#domain/place-filters.ts";
import { isNamedByComment } from "#domain/place-name.ts";

/** Places near the new one, nearest first, each with the way to it where it can be seen already. */
export function SimilarPlaces({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceWords();
  if (places.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2">
      {places.map((place) => (
        <li
          key={place.id}
          className="rounded-control border border-line bg-raised px-4 py-1.5 wrap-anywhere"
        >
          <p className="flex min-h-11 flex-wrap items-center gap-x-3">
            {place.accepted ? (
              <Link to={addressOf(place)} className="text-link py-2.5 font-bold">
                {nameOf(place).whole}
              </Link>
            ) : (
              <span className="font-bold">{nameOf(place).whole}</span>
            )}
            {place.distance !== undefined && (
              <span className="tabular text-muted">{format.distance(place.distance)}</span>
            )}
          </p>
          {place.comments !== "" && !isNamedByComment(place) && (
            <p className="text-muted">({place.comments})</p>
          )}
          {!place.accepted && (
            <p className="flex items-center gap-1.5 pb-1.5">
              <Icon name="waiting" /> {t("places.waiting")}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Its panel on the map. */
function addressOf({ id }: Place): string {
  return `/${mapPageSearch({ filters: noFilters, includeUnknown: false, place: id, view: null })}`;
}
