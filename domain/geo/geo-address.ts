import type { GeoPrecision } from "./geo-precision.ts";

/** How sure the one who found it is that this is the address that was meant. */
export type GeoConfidence = "exact" | "high" | "medium" | "low";

/**
 * An address with its point (docs/product#address-of-a-position). Texts are empty where nobody knows
 * them.
 */
export interface GeoAddress {
  /** Street and house number. */
  readonly address_line1: string;
  readonly address_line2: string;
  /** The settlement. */
  readonly place: string;
  readonly county: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-2, upper case; empty where nobody knows it. */
  readonly country: string;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly confidence: GeoConfidence;
  readonly precision: GeoPrecision;
}

/** What stands at an address and is of the kind that was searched for. */
export interface GeoCategoryPlace extends GeoAddress {
  readonly name: string;
}
