import type { GeoPrecision } from "#domain/address-search/geo-address.ts";
import type { PlaceDraft } from "./place-draft.ts";

/** Precisions of a match that stands for more than a house. */
export type RoughPrecision = Exclude<GeoPrecision, "address">;

/**
 * Maximum distance of a match from the door, in metres, in all but the longest streets and largest towns
 * (docs/product#rough-match).
 */
export const roughnessMeters = {
  street: 1_000,
  district: 3_000,
  settlement: 10_000,
} as const satisfies Record<RoughPrecision, number>;

/** Precision of the point where it stands for more than a house; null for an exact point. */
export function roughPrecisionOf({ precision, ...draft }: PlaceDraft): RoughPrecision | null {
  const hasPoint = draft.latitude !== "" && draft.longitude !== "";
  return hasPoint && precision !== "address" ? precision : null;
}

/**
 * Whether the contributor still has to set the pin or to mark the position as approximate
 * (docs/product#rough-match).
 */
export function isPinMissing(draft: PlaceDraft): boolean {
  return roughPrecisionOf(draft) !== null && !draft.isApproximate;
}
