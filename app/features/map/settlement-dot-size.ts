import type { ExpressionSpecification } from "maplibre-gl";
import { settlementDotRows } from "#domain/base-map/settlement-size.ts";

const [first, ...others] = settlementDotRows;

/** The table of dots in `domain/base-map/settlement-size.ts` as a style expression over the property `zoom`. */
export const settlementDotSize: ExpressionSpecification = [
  "step",
  ["get", "zoom"],
  first[1],
  others[0][0],
  others[0][1],
  ...others.slice(1).flat(),
];
