import type { ColumnMapping, ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import type { SourceColumn } from "#domain/source-list/source-list.ts";
import {
  isNothing,
  priceTagsOf,
  readAudience,
  readEquipment,
  readPayment,
  readYesNo,
  splitPrice,
  yesNoOf,
} from "./cell-values.ts";
import { meaningOfHeader } from "./column-meanings.ts";
import { epsgOf } from "./coordinate-systems.ts";
import { isAlwaysColumn } from "./hours-of-cells.ts";
import { pointOfAxes, pointOfText } from "./row-position.ts";
import { type JudgedColumn, settlePositions } from "./settle-positions.ts";
import type { Table } from "./table.ts";

/** Meanings that several columns may have. */
const shared: ReadonlySet<ColumnMeaning> = new Set([
  "none",
  "comment",
  "address",
  "hours",
  "payment",
  "equipment",
]);

/** Meanings of which a second column becomes comments. */
const wordy: ReadonlySet<ColumnMeaning> = new Set([
  ...(["name", "inside", "level", "operator", "restrictions", "price"] as const),
  ...(["access", "accessible", "audience", "changing_table", "attended"] as const),
]);

/** Number of values by which a column is judged. */
const maxValues = 200;

interface Column extends JudgedColumn {
  readonly header: string;
  readonly values: readonly string[];
  readonly rank: number;
}

/** Meaning of a table's columns by their headers and values, and the system of its coordinates. */
export function findMapping(
  table: Table,
  fileName: string,
  homeCountry: string | null,
): { readonly columns: readonly SourceColumn[]; readonly mapping: ColumnMapping } {
  const columns = table.headers.map((header, index) => judge(header, valuesOf(table, index)));
  settleRivals(columns);
  const epsg = settlePositions(table, columns, fileName, homeCountry);
  return {
    columns: columns.map(({ header, meaning, isSure, values }) => ({
      ...{ header, meaning, isSure },
      samples: samplesOf(values),
    })),
    mapping: {
      columns: Object.fromEntries(columns.map(({ header, meaning }) => [header, meaning])),
      ...(epsg !== null && { epsg }),
    },
  };
}

/** Columns of a table by a mapping that is confirmed. */
export function columnsOf(table: Table, mapping: ColumnMapping): SourceColumn[] {
  return table.headers.map((header, index) => ({
    ...{ header, meaning: mapping.columns[header] ?? "none", isSure: true },
    samples: samplesOf(valuesOf(table, index)),
  }));
}

function valuesOf({ rows }: Table, index: number): string[] {
  const values: string[] = [];
  for (const { cells } of rows) {
    if (!isNothing(cells[index])) values.push(cells[index]);
    if (values.length === maxValues) break;
  }
  return values;
}

function samplesOf(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, 5);
}

function judge(header: string, values: readonly string[]): Column {
  if (values.length === 0) return { header, values, meaning: "none", isSure: true, rank: 0 };
  const named = meaningOfHeader(header);
  if (named && fits(named.meaning, header, values)) return { header, values, ...named };
  const meaning = meaningOfValues(values) ?? "none";
  // A value that all rows share describes none of them.
  const isSure = meaning === "position" || (values.length > 2 && new Set(values).size === 1);
  return {
    header,
    values,
    rank: 2000,
    meaning: isSure && meaning !== "position" ? "none" : meaning,
    isSure,
  };
}

/** Meaning of a column with an unknown header; null where its values say nothing either. */
function meaningOfValues(values: readonly string[]): ColumnMeaning | null {
  if (fits("position", "", values)) return "position";
  if (fits("website", "", values)) return "website";
  const isText = mostOf(values, (value) => /\p{L}{2}.*\s.*\p{L}{2}/su.test(value));
  return isText ? "comment" : null;
}

/** Share of the values that have to fit a meaning. */
const most = 0.8;

/** Share of the values of a key that have to differ; the others are doubles. */
const enoughKeys = 0.6;

function mostOf(values: readonly string[], fit: (value: string) => boolean): boolean {
  return values.filter(fit).length >= values.length * most;
}

const isUnderstood = ({ rest }: { readonly rest: string }, value: string) => rest !== value;
const isYesNo = (value: string) => isUnderstood(readYesNo(value, "any"), value);

/** Whether values may have a meaning; a meaning that is absent fits all. */
const fitting: Partial<Record<ColumnMeaning, (value: string, header: string) => boolean>> = {
  latitude: (value) => pointOfAxes("0.5", value) !== null,
  longitude: (value) => pointOfAxes(value, "0.5") !== null,
  position: (value) => pointOfText(value) !== null,
  coordinate_system: (value) => epsgOf(value) !== null,
  // A column of yes and no says whether it is open at all, or day and night.
  hours: (value, header) => isAlwaysColumn(header) || yesNoOf(value) === null || value.length > 5,
  website: (value) => /^(?:https?:\/\/|www\.)/i.test(value),
  in_use: (value) => yesNoOf(value) !== null,
  price: (value) =>
    priceTagsOf(value, true) !== null || splitPrice(value) !== null || /\d/.test(value),
  accessible: (value) => isYesNo(value) || isUnderstood(readAudience(value), value),
  changing_table: (value) => isYesNo(value) || isUnderstood(readAudience(value), value),
  changing_place: isYesNo,
  radar_key: isYesNo,
  euro_key: isYesNo,
  audience: (value) => isUnderstood(readAudience(value), value),
  women: (value) => isYesNo(value) || /^\d+$/.test(value),
  men: (value) => isYesNo(value) || /^\d+$/.test(value),
  all_genders: (value) => isYesNo(value) || /^\d+$/.test(value),
  shower: isYesNo,
  drinking_water: isYesNo,
  payment: (value, header) => isUnderstood(readPayment(value, header), value),
  equipment: (value) => readEquipment(value).rest.length < 200,
};

function fits(meaning: ColumnMeaning, header: string, values: readonly string[]): boolean {
  // A key tells the rows apart.
  if (meaning === "key") return new Set(values).size >= values.length * enoughKeys;
  const fit = fitting[meaning];
  return fit === undefined || mostOf(values, (value) => fit(value, header));
}

/** Of several columns of one meaning the one with the most certain name has it; the others' texts become comments. */
function settleRivals(columns: readonly Column[]): void {
  const byMeaning = Map.groupBy(columns, ({ meaning }) => meaning);
  for (const [meaning, rivals] of byMeaning) {
    if (shared.has(meaning)) continue;
    const isWordy = wordy.has(meaning);
    const [, ...others] = rivals.toSorted((one, other) => one.rank - other.rank);
    for (const column of others) {
      const isNeeded = isWordy && mostOf(column.values, (value) => /\p{L}{3}/u.test(value));
      column.meaning = isNeeded ? "comment" : "none";
      column.isSure = !isNeeded;
    }
  }
}
