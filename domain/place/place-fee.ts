import { isFree } from "./place-filters.ts";

/**
 * Whether a place costs something: `free`, `costs` (how much may be unknown), or `unknown`. Beside the
 * price, in which null means free (docs/decisions/017).
 */
export const placeFees = ["free", "costs", "unknown"] as const;

export type PlaceFee = (typeof placeFees)[number];

/** What a price alone says: 0 and null are free (docs/product#prices). */
export function feeOfPrice(price: number | null): PlaceFee {
  return isFree(price) ? "free" : "costs";
}

/** How the database holds what is known of a price. */
export interface PriceColumns {
  /** In the country's currency; null where it is not known, and where a free place was added without one. */
  readonly price: number | null;
  /** False: the amount is not known; `price` is then null, and does not mean free. */
  readonly price_known: boolean;
  /** True: it costs something, and the amount is not known. */
  readonly costs: boolean;
}

export function feeOf({ price, price_known, costs }: PriceColumns): PlaceFee {
  if (price_known) return feeOfPrice(price);
  return costs ? "costs" : "unknown";
}

/** The columns for what someone said of a place. @param price null where `fee` says it all */
export function priceColumns({
  fee,
  price,
}: {
  fee: PlaceFee;
  price: number | null;
}): PriceColumns {
  const isKnown = fee === "free" || price !== null;
  return { price, price_known: isKnown, costs: fee === "costs" && !isKnown };
}

/**
 * Whether an amount and what is said beside it go together: a free place has none but 0, one that
 * costs something has none of 0, and of one that nobody knows about there is no amount.
 */
export function isFeeOf(fee: PlaceFee, price: number | null): boolean {
  if (fee === "free") return isFree(price);
  return price === null || (fee === "costs" && price > 0);
}
