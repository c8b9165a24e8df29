import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { homeCountry } from "#domain/place/home-country.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFact } from "#domain/place/place-facts.ts";
import type { PlaceFilterName } from "#domain/place/place-filters.ts";
import { ownNameOf } from "#domain/place/place-name.ts";
import type { WordKey } from "#domain/text/i18n.ts";

/** A place's name in the page's language. */
export interface PlaceWords {
  /** Its own name within the town: address, comment, or its number. */
  readonly own: string;
  /** Town, and the country unless it is Hungary; empty where neither is shown. */
  readonly town: string;
  /** Both in one line. */
  readonly whole: string;
}

/** Names places, the same everywhere: first their own name, then the town (docs/product#place-name). */
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

interface FactLook {
  readonly icon: IconName;
  readonly label: WordKey;
}

/** Icon and words of each fact that a card shows, where it is so and where not; null shows nothing. */
export const factLooks: Readonly<Record<PlaceFact, Record<"yes" | "no", FactLook | null>>> = {
  accessible: {
    yes: { icon: "accessible", label: "places.fact.accessible" },
    no: { icon: "not-accessible", label: "places.fact.notAccessible" },
  },
  public: {
    yes: { icon: "public", label: "places.fact.public" },
    no: { icon: "private", label: "places.fact.private" },
  },
};

/** Icon and words of each filter, on the map as in the list. */
export const filterLooks = {
  accessible: { icon: "accessible", label: "filter.accessible" },
  free: { icon: "free", label: "filter.free" },
  public: { icon: "public", label: "filter.public" },
  open: { icon: "open", label: "filter.currentlyopen" },
} as const satisfies Record<PlaceFilterName, { icon: IconName; label: string }>;
