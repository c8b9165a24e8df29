import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import type { PlaceFilterName } from "#domain/place/place-filters.ts";
import {
  type ListedPlace,
  ownTitleOf,
  type TitledPlace,
  titlesOf,
  titleText,
} from "#domain/place/place-title.ts";
import type { WordKey } from "#domain/text/i18n.ts";

/** A place's title in the page's language. */
export interface PlaceWords {
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
export function usePlaceWords(
  list: readonly ListedPlace[] = [],
): (place: TitledPlace & Pick<Place, "id" | "country">) => PlaceWords {
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

/** A fact as a page shows it: a sign and words. */
export interface FactLook {
  readonly icon: IconName;
  readonly label: WordKey;
  /** Text that the words name. */
  readonly text?: string;
}

/** Signs and words of the facts that every card shows: cards only, wheelchair, access, changing table, for whom, key. */
export function mainFactLooks(facts: PlaceFacts): FactLook[] {
  return [
    isCardOnly(facts) ? ({ icon: "price", label: "fact.pay_card.only" } as const) : null,
    wheelchairLook(facts),
    accessLook(facts),
    changingTableLook(facts),
    gendersLook(facts),
    facts.euro_key === "yes" ? ({ icon: "key", label: "fact.euro_key.yes" } as const) : null,
  ].filter((look) => look !== null);
}

/** Whether who has only cash cannot pay. */
export function isCardOnly({ pay_card, pay_coins, pay_notes }: PlaceFacts): boolean {
  return pay_card === "yes" && pay_coins === "no" && pay_notes !== "yes";
}

function wheelchairLook({ wheelchair }: PlaceFacts): FactLook | null {
  if (wheelchair === undefined) return null;
  const icon = wheelchair === "no" ? "not-accessible" : "accessible";
  return { icon, label: `fact.wheelchair.${wheelchair}` };
}

function accessLook({ access }: PlaceFacts): FactLook | null {
  if (access === undefined) return null;
  const icon = access === "everyone" ? "public" : access === "key" ? "key" : "private";
  return { icon, label: `fact.access.${access}` };
}

function changingTableLook(facts: PlaceFacts): FactLook | null {
  const { changing_table, changing_table_room } = facts;
  if (changing_table === undefined) return null;
  const isThere = changing_table === "yes";
  const detail = isThere && changing_table_room ? changing_table_room : changing_table;
  return { icon: "baby", label: `fact.changing_table.${detail}` };
}

function gendersLook(facts: PlaceFacts): FactLook | null {
  const { women, men, all_genders, urinals_only } = facts;
  if (urinals_only === "yes") return { icon: "men", label: "fact.genders.urinals" };
  if (all_genders === "yes") return { icon: "genders", label: "fact.genders.all" };
  if (women === "yes" && men === "yes") return { icon: "genders", label: "fact.genders.both" };
  if (women === "yes") return { icon: "women", label: "fact.genders.women" };
  return men === "yes" ? { icon: "men", label: "fact.genders.men" } : null;
}

/** Icon and words of each filter, on the map as in the list. */
export const filterLooks = {
  accessible: { icon: "accessible", label: "filter.accessible" },
  free: { icon: "free", label: "filter.free" },
  public: { icon: "public", label: "filter.public" },
  open: { icon: "open", label: "filter.currentlyopen" },
  customers: { icon: "private", label: "filter.customers" },
  changing_table: { icon: "baby", label: "filter.changing_table" },
  women: { icon: "women", label: "filter.women" },
  men: { icon: "men", label: "filter.men" },
  all_genders: { icon: "genders", label: "filter.all_genders" },
  euro_key: { icon: "key", label: "filter.euro_key" },
  card: { icon: "price", label: "filter.card" },
} as const satisfies Record<PlaceFilterName, { icon: IconName; label: string }>;
