import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { Place } from "#domain/place/place.ts";
import {
  type ListedPlace,
  type TitledPlace,
  titlesOf,
  titleText,
} from "#domain/place/place-title.ts";

export interface PlaceTitle {
  /** Its own title within the town. */
  readonly own: string;
  /** Street and number, where the title does not say them, and a comma; empty else. */
  readonly street: string;
  /** Town, and the country unless it is the home country; empty where neither is shown. */
  readonly town: string;
  readonly whole: string;
  /** Letter in its own title, which its marker has too; absent where something else tells it apart. */
  readonly letter?: string;
}

/**
 * Names places: first their own title, then the town (docs/product#place-name).
 * @param list the places of a list, whose equal titles are told apart
 * @param hasDistances whether their distances are from where the visitor is, or searches
 */
export function usePlaceTitles(
  list: readonly ListedPlace[] = [],
  hasDistances = true,
): (place: TitledPlace & Pick<Place, "id" | "country">) => PlaceTitle {
  const { t } = useTranslation();
  const format = useFormatter();
  const home = useHome();
  const titles = list.length > 1 ? titlesOf(list, t, hasDistances ? format.distance : null) : null;
  return (place) => {
    const country = place.country === home.country ? "" : format.country(place.country);
    const { text: own, letter } = titles?.get(place.id) ?? { text: titleText(place, t) };
    const street = place.address === "" || own.includes(place.address) ? "" : `${place.address}, `;
    const town = [place.city, country].filter((part) => part !== "").join(", ");
    return { own, letter, street, town, whole: town === "" ? own : `${own}, ${town}` };
  };
}
