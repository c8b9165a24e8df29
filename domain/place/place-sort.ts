import * as v from "valibot";

/** The six orders of places (docs/product#orders-of-places). */
export const placeSorts = [
  "place-asc",
  "place-desc",
  "rating-asc",
  "rating-desc",
  "added-asc",
  "added-desc",
] as const;

export type PlaceSort = (typeof placeSorts)[number];

/** An order of a list: one of the six, or nearest first. */
export const placeOrderSchema = /* @__PURE__ */ (() => v.picklist([...placeSorts, "distance"]))();

export type PlaceOrder = v.InferOutput<typeof placeOrderSchema>;

export const defaultPlaceSort: PlaceSort = "added-desc";

/** Reads one of the six, or its alias (`places-asc`, `places-desc`); null for any other text. */
export function parsePlaceSort(text: string): PlaceSort | null {
  if (text === "places-asc") return "place-asc";
  if (text === "places-desc") return "place-desc";
  return placeSorts.find((sort) => sort === text) ?? null;
}
