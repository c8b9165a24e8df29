import type { ExpressionSpecification } from "maplibre-gl";
import { settlementTextRows } from "#domain/base-map/settlement-size.ts";

/** The table of `domain/base-map/settlement-size.ts` as a style expression over the property `zoom`. */
export const settlementTextSize: ExpressionSpecification = [
  "interpolate",
  ["linear"],
  ["zoom"],
  4,
  byRank(1),
  8,
  byRank(2),
  11,
  byRank(3),
];

function byRank(column: 1 | 2 | 3): ExpressionSpecification {
  const [first, ...others] = settlementTextRows;
  const stops = others.flatMap((row) => [row[0], row[column]]);
  return ["step", ["get", "zoom"], first[column], stops[0], stops[1], ...stops.slice(2)];
}
