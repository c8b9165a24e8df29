import type { OpeningTimes } from "./opening-times.ts";
import type { Place } from "./place.ts";

/**
 * What someone says of a place that they add (docs/product#place). All else of a place follows
 * from it or is the server's to decide: whether it is accepted, who added it and when.
 */
export interface NewPlace
  extends Pick<
    Place,
    | "country"
    | "city"
    | "address"
    | "county"
    | "postcode"
    | "price"
    | "fee"
    | "comments"
    | "accessible"
    | "public"
    | "position_approximate"
  > {
  /** WGS 84 degrees, rounded to 6 decimals (docs/product#coordinates). */
  readonly latitude: number;
  readonly longitude: number;
  /**
   * With its closed days. On no day overnight: that comes from imports only
   * (docs/product#overnight-range).
   */
  readonly opening_times: OpeningTimes;
}

/** The steps that a price goes up in, and the highest one; the lowest is 0 (docs/product#prices). */
export const priceStep = 0.01;
export const maxPrice = 9_999_999.99;
