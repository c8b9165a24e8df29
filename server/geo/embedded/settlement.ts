import type { Coordinates } from "#domain/coordinates.ts";

/** A settlement of the embedded gazetteer. */
export interface Settlement {
  /** GeoNames' number. */
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** A county of Hungary; empty elsewhere. */
  readonly county: string;
  readonly population: number;
  readonly position: Coordinates;
  /** English, Hungarian and German; often the same. */
  readonly names: { readonly en: string; readonly hu: string; readonly de: string };
  /** What else it is searched by, never shown. */
  readonly otherNames: readonly string[];
}
