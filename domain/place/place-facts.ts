/**
 * Yes/no facts of a place, in the order in which forms and cards name them
 * (docs/product#access). Each is a column of the table `place`, a field of the API and of
 * exports, and a box of the form for a new place.
 */
export const placeFacts = [
  /** A wheelchair gets in without help. */
  "accessible",
  /** Everyone may enter, not only guests or customers. */
  "public",
] as const;

export type PlaceFact = (typeof placeFacts)[number];

/** What contributors and sources say of a place; false also where they say nothing. */
export type PlaceFacts = Readonly<Record<PlaceFact, boolean>>;

/** The facts of something that may hold more than them. */
export function factsOf(place: PlaceFacts): PlaceFacts {
  return factsWhere((fact) => place[fact]);
}

/** The facts, each as `isSo` says. */
export function factsWhere(isSo: (fact: PlaceFact) => boolean): PlaceFacts {
  return recordOf(placeFacts, isSo);
}

/** An object with a value for each name, in the order of the names. */
/* @__NO_SIDE_EFFECTS__ */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>;
}
