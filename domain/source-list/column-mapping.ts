import * as v from "valibot";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";

/** What a column of a source list can mean. `none` is left out. */
export const columnMeanings = [
  "none",
  // Which row it is, and whether it counts.
  "key",
  "in_use",
  // Where it is.
  "latitude",
  "longitude",
  "position",
  // Its name, such as `OSGB36` or `EPSG:27700`, where each row states it.
  "coordinate_system",
  "address",
  "street",
  "house_number",
  "postcode",
  "city",
  // What it is like.
  "name",
  "comment",
  "inside",
  "level",
  "operator",
  "website",
  "hours",
  "restrictions",
  "price",
  "access",
  "accessible",
  "changing_table",
  "changing_place",
  "radar_key",
  "euro_key",
  "audience",
  "women",
  "men",
  "all_genders",
  "urinals",
  "attended",
  "shower",
  "drinking_water",
  "payment",
  // Words for several of these, such as 'changing table, Euro key'.
  "equipment",
] as const;

export type ColumnMeaning = (typeof columnMeanings)[number];

/** Months in which a list's toilets are shut for the winter: `{ from: 11, to: 3 }`. */
const monthsSchema = /* @__PURE__ */ (() => {
  const month = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12));
  return v.object({ from: month, to: month });
})();

/** What the columns of a source list mean, as the administrator confirmed it; JSON of `--map` too. */
export const columnMappingSchema = /* @__PURE__ */ (() =>
  v.object({
    /** Meaning by header. A header that is absent is left out. Several columns may mean `comment` or `address`. */
    columns: v.record(v.string(), v.picklist(columnMeanings)),
    /** Number of the coordinates' system in the EPSG registry; 4326 is WGS 84. Absent where a position states it. */
    epsg: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    winter: v.optional(monthsSchema),
  }))();

export type ColumnMapping = DeepReadonly<v.InferOutput<typeof columnMappingSchema>>;

/** Whether a mapping says where the rows are, if only by their addresses. */
export function hasPositions({ columns }: ColumnMapping): boolean {
  const meanings = new Set(Object.values(columns));
  return placing.some((together) => together.every((meaning) => meanings.has(meaning)));
}

/** Meanings that together say where a place is. */
const placing: readonly (readonly ColumnMeaning[])[] = [
  ["latitude", "longitude"],
  ["position"],
  ["address"],
  ["street"],
];
