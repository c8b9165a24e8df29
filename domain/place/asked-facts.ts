import type { PlaceFacts } from "./place-facts.ts";
import type { PlaceFee } from "./place-fee.ts";
import { type FilteredPlace, filterTests } from "./place-filters.ts";

/*
 * Facts that visitors at the door are asked for, and agree on (docs/product#facts-by-visitors). They count where nothing
 * else is known.
 */

/** Facts that are asked for by one press, in this order: the filters that people use most. */
export const askedFacts = ["free", "accessible", "public", "changing_table"] as const;
export type AskedFact = (typeof askedFacts)[number];

/** Facts that visitors agree on. */
export type VisitorFacts = Readonly<Partial<Record<AskedFact, boolean>>>;

/** The facts of a place that are not known and can be asked for. */
export function unknownFacts(place: FilteredPlace): AskedFact[] {
  return askedFacts.filter((name) => filterTests[name](place) === null);
}

/** What an answer says of a place. */
const meaning: Readonly<
  Record<AskedFact, (yes: boolean) => { readonly facts?: PlaceFacts; readonly fee?: PlaceFee }>
> = {
  free: (yes) => ({ fee: yes ? "free" : "costs" }),
  accessible: (yes) => ({ facts: { wheelchair: yes ? "yes" : "no" } }),
  public: (yes) => ({ facts: { access: yes ? "everyone" : "restricted" } }),
  changing_table: (yes) => ({ facts: { changing_table: yes ? "yes" : "no" } }),
};

/** Facts and fee of a place with what visitors say where nothing else is known, and the names of that. */
export function withVisitorFacts(
  place: FilteredPlace,
  said: VisitorFacts | null,
): FilteredPlace & { readonly said: readonly AskedFact[] } {
  const used = said === null ? [] : unknownFacts(place).filter((name) => said[name] !== undefined);
  let { facts, fee } = place;
  for (const name of used) {
    const more = meaning[name](said![name]!);
    facts = { ...facts, ...more.facts };
    fee = more.fee ?? fee;
  }
  return { facts, fee, said: used };
}
