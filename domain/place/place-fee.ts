/**
 * Fee of a place: `free`, `costs` (the amount may be unknown), or `unknown`. It complements the price,
 * where null means free (docs/product#prices, docs/decisions/017).
 */
export const placeFees = ["free", "costs", "unknown"] as const;

export type PlaceFee = (typeof placeFees)[number];

/** Step and maximum of a price; the minimum is 0 (docs/product#prices). */
export const priceStep = 0.01;
export const maxPrice = 9_999_999.99;

/** Whether a price means that nothing is to be paid: it is 0 or not given (docs/product#prices). */
export function isFree(price: number | null): boolean {
  return price === null || price === 0;
}

/** Fee that a price alone means: 0 and null are free (docs/product#prices). */
export function feeOfPrice(price: number | null): PlaceFee {
  return isFree(price) ? "free" : "costs";
}

/** Price and fee as the database holds them. */
export interface PriceColumns {
  /**
   * In the country's currency; null where the amount is unknown, and for a free place that was added without a price.
   */
  readonly price: number | null;
  /** False: the amount is unknown; `price` is then null and does not mean free. */
  readonly price_known: boolean;
  /** True: it costs something, and the amount is unknown. */
  readonly costs: boolean;
}

export function feeOf({ price, price_known, costs }: PriceColumns): PlaceFee {
  if (price_known) return feeOfPrice(price);
  return costs ? "costs" : "unknown";
}

/**
 * Columns of a price and a fee.
 *
 * @param price null where `fee` alone is known
 */
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
 * Whether an amount and a fee agree: a free place has no amount but 0, one that costs something does not have
 * 0, and one of unknown fee has no amount.
 */
export function isFeeOf(fee: PlaceFee, price: number | null): boolean {
  if (fee === "free") return isFree(price);
  return price === null || (fee === "costs" && price > 0);
}
