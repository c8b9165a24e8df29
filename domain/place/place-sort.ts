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

/** The two orders round a point: by distance and freshness, and by distance alone (docs/product#orders-of-places). */
export const nearestSorts = ["near", "distance"] as const;

export type NearestSort = (typeof nearestSorts)[number];

/** An order of a list: one of the six, or nearest first. */
export const placeOrderSchema = /* @__PURE__ */ (() =>
  v.picklist([...placeSorts, ...nearestSorts]))();

export type PlaceOrder = v.InferOutput<typeof placeOrderSchema>;

export const defaultPlaceSort: PlaceSort = "added-desc";

/** Whether an order goes by the distance to a point, which it then needs. */
export function isNearestFirst(sort: PlaceOrder | undefined): sort is NearestSort {
  return nearestSorts.some((nearest) => nearest === sort);
}

/** Reads one of the six or of the two round a point, or an alias; null for any other text. */
export function parsePlaceOrder(text: string): PlaceOrder | null {
  return nearestSorts.find((sort) => sort === text) ?? parsePlaceSort(text);
}

/** Reads one of the six, or its alias (`places-asc`, `places-desc`); null for any other text. */
export function parsePlaceSort(text: string): PlaceSort | null {
  if (text === "places-asc") return "place-asc";
  if (text === "places-desc") return "place-desc";
  return placeSorts.find((sort) => sort === text) ?? null;
}
