import type { Coordinates } from "#domain/coordinates.ts";
import type { BudapestDistrict } from "#domain/geo/budapest-districts.ts";
import type { Settlement } from "./settlement.ts";

/** What the embedded gazetteer can find. */
export type GazetteerPlace =
  | { readonly kind: "settlement"; readonly settlement: Settlement }
  | {
      readonly kind: "district";
      readonly district: BudapestDistrict;
      /** A point in it. */
      readonly position: Coordinates;
      /** Budapest. */
      readonly settlement: Settlement;
    };
