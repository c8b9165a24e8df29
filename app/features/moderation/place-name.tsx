import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import type { NamedPlace } from "#domain/moderation-queue.ts";

/** Where a place's country goes without saying. */
const homeCountry = "HU";

/** A place by city and address, leading to the map. */
export function PlaceName({ place }: { place: NamedPlace }) {
  const format = useFormatter();
  const country = place.country === homeCountry ? "" : `, ${format.country(place.country)}`;
  return (
    <Link to={`/?place=${place.id}`} className="text-link inline-block py-2.5 wrap-anywhere">
      {place.city}
      {country}, {place.address}
    </Link>
  );
}
