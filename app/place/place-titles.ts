import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { Place } from "#domain/place/place.ts";
import {
  type ListedPlace,
  ownTitleOf,
  type TitledPlace,
  titlesOf,
  titleText,
} from "#domain/place/place-title.ts";

/** A place's title in the page's language. */
export interface PlaceTitle {
  /** Its own title within the town. */
  readonly own: string;
  /** Street and number, where the title does not say them, and a comma; empty else. */
  readonly street: string;
  /** Town, and the country unless it is the home country; empty where neither is shown. */
  readonly town: string;
  /** Both in one line. */
  readonly whole: string;
}

/**
 * Names places, the same everywhere: first their own title, then the town (docs/product#place-name).
 *
 * @param list the places of a list, whose equal titles are told apart
 */
export function usePlaceTitles(
  list: readonly ListedPlace[] = [],
): (place: TitledPlace & Pick<Place, "id" | "country">) => PlaceTitle {
  const { t } = useTranslation();
  const format = useFormatter();
  const home = useHome();
  const titles = list.length > 1 ? titlesOf(list, t, format.distance) : null;
  return (place) => {
    const country = place.country === home.country ? "" : format.country(place.country);
    const own = titles?.get(place.id) ?? titleText(place, t);
    const street =
      ownTitleOf(place)?.source === "address" || place.address === "" ? "" : `${place.address}, `;
    const town = [place.city, country].filter((part) => part !== "").join(", ");
    return { own, street, town, whole: town === "" ? own : `${own}, ${town}` };
  };
}
