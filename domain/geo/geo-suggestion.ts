import type { GeoPrecision } from "./geo-precision.ts";

/** One answer to what somebody is typing; `GET /api/v1/geo/retrieve/{id}` has its address. */
export interface GeoSuggestion {
  /** Opaque; of use to the provider that gave it. */
  readonly id: string;
  /** What it is called: `Kossuth Lajos utca 3.`, `Szeged`. */
  readonly name: string;
  /** Where that is: `1053 Budapest`, `Csongrád-Csanád vármegye`. */
  readonly detail: string;
  readonly precision: GeoPrecision;
  /** The place's id, where the suggestion is one of our own places; its address has it too. */
  readonly place_id?: number;
}
