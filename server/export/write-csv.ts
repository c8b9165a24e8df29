import { placeFacts } from "#domain/place/place-facts.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import type { ExportedPlace, ExportHeading, PlaceWriter } from "./read-places.ts";

type Cell = string | number | boolean | null;

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const columns = [
  ...["id", "country", "city", "address", "county", "postcode", "longitude", "latitude"],
  ...["price", "currency"],
  ...["price_known", "comments", "accessible", "public", ...days, "time_zone", "opening_hours"],
  ...["attributes", "rating", "rating_count", "added", "last_confirmed", "osm_id", "licence"],
  "exported",
  // Columns keep their order; new ones come last.
  ...["closed_days", "fee", "position_approximate", ...placeFacts],
];

/** Places as CSV (RFC 4180, UTF-8), one column a day, the closed days by name; each row with its licence and the export's date. */
export function csvWriter({ exported }: Pick<ExportHeading, "exported">): PlaceWriter {
  return {
    beginning: formatRow(columns),
    item: (place) => {
      const cells = toCells(place, exported);
      return formatRow(columns.map((column) => cells[column]));
    },
    end: "",
  };
}

function toCells(place: ExportedPlace, exported: string): Record<string, Cell> {
  const { opening_times, closed_days, attributes, facts, tags: _, ...cells } = place;
  const times = opening_times.map((entry, day) => [days[day], entry]);
  const more = {
    ...Object.fromEntries(times),
    closed_days: closed_days.map((day) => days[day]).join(" "),
    attributes: JSON.stringify(attributes),
    exported,
    ...recordOf(placeFacts, (fact) => facts[fact] ?? null),
  };
  return { ...cells, ...more };
}

function formatRow(cells: readonly Cell[]): string {
  return `${cells.map(formatCell).join(",")}\r\n`;
}

/**
 * Cell of CSV. A text that a spreadsheet would evaluate as a formula gets a leading apostrophe, so that it is shown as
 * text; a lone `-` is not a formula. So does a text that begins with an apostrophe: a reading program removes one
 * leading apostrophe (docs/product#export).
 */
export function formatCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^\s*[=+\-@\t\r].|^'/s.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
