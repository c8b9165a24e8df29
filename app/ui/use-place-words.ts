import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import type { Place } from "#domain/place.ts";
import { ownNameOf } from "#domain/place-name.ts";

/** Where a place's country goes without saying. */
const homeCountry = "HU";

/** How a place is named in the page's language. */
export interface PlaceWords {
  /** What tells it apart where one stands: address, comment, or its number. */
  readonly own: string;
  /** Town, and the country unless it is Hungary; empty where neither is to be said. */
  readonly town: string;
  /** Both in one line. */
  readonly whole: string;
}

/** Names places, the same everywhere: first what tells one from its neighbours, then the town. */
export function usePlaceWords(): (
  place: Pick<Place, "id" | "country" | "city" | "address" | "comments">,
) => PlaceWords {
  const { t } = useTranslation();
  const format = useFormatter();
  return (place) => {
    const country = place.country === homeCountry ? "" : format.country(place.country);
    const own = ownNameOf(place) ?? t("places.numbered", { id: place.id });
    const town = [place.city, country].filter((part) => part !== "").join(", ");
    return { own, town, whole: town === "" ? own : `${own}, ${town}` };
  };
}
