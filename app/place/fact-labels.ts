import type { IconName } from "#app/ui/icon.tsx";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import type { PlaceFilterName } from "#domain/place/place-filters.ts";
import type { MessageKey } from "#domain/text/i18n.ts";

/** A fact as a page shows it: a sign and words. */
export interface FactLabel {
  readonly icon: IconName;
  readonly label: MessageKey;
  /** Text that the words name. */
  readonly text?: string;
}

/** Signs and words of the facts that every card shows: cards only, wheelchair, access, changing table, for whom, key. */
export function mainFactLabels(facts: PlaceFacts): FactLabel[] {
  return [
    isCardOnly(facts) ? ({ icon: "price", label: "fact.pay_card.only" } as const) : null,
    wheelchairLabel(facts),
    accessLabel(facts),
    changingTableLabel(facts),
    gendersLabel(facts),
    facts.euro_key === "yes" ? ({ icon: "key", label: "fact.euro_key.yes" } as const) : null,
  ].filter((fact) => fact !== null);
}

/** Whether who has only cash cannot pay. */
export function isCardOnly({ pay_card, pay_coins, pay_notes }: PlaceFacts): boolean {
  return pay_card === "yes" && pay_coins === "no" && pay_notes !== "yes";
}

function wheelchairLabel({ wheelchair }: PlaceFacts): FactLabel | null {
  if (wheelchair === undefined) return null;
  const icon = wheelchair === "no" ? "not-accessible" : "accessible";
  return { icon, label: `fact.wheelchair.${wheelchair}` };
}

function accessLabel({ access }: PlaceFacts): FactLabel | null {
  if (access === undefined) return null;
  const icon = access === "everyone" ? "public" : access === "key" ? "key" : "private";
  return { icon, label: `fact.access.${access}` };
}

function changingTableLabel(facts: PlaceFacts): FactLabel | null {
  const { changing_table, changing_table_room } = facts;
  if (changing_table === undefined) return null;
  const isThere = changing_table === "yes";
  const detail = isThere && changing_table_room ? changing_table_room : changing_table;
  return { icon: "baby", label: `fact.changing_table.${detail}` };
}

function gendersLabel(facts: PlaceFacts): FactLabel | null {
  const { women, men, all_genders, urinals_only } = facts;
  if (urinals_only === "yes") return { icon: "men", label: "fact.genders.urinals" };
  if (all_genders === "yes") return { icon: "genders", label: "fact.genders.all" };
  if (women === "yes" && men === "yes") return { icon: "genders", label: "fact.genders.both" };
  if (women === "yes") return { icon: "women", label: "fact.genders.women" };
  return men === "yes" ? { icon: "men", label: "fact.genders.men" } : null;
}

/** Icon and words of each filter, on the map as in the list. */
export const filterLabels = {
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
