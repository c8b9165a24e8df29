import type { PlaceDraft } from "./place-draft.ts";

/**
 * Whether to ask for a second look at the address: not for a match that the search was sure of,
 * `exact` or `high`, and not for a point that someone chose on the map (docs/product#address-confirmation).
 */
export function needsConfirmation({ mode, confidence }: PlaceDraft): boolean {
  return mode === "address" && confidence !== "exact" && confidence !== "high";
}
