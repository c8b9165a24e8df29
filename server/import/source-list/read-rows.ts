import { type Coordinates, isOnEarth, roundCoordinates } from "#domain/geography/coordinates.ts";
import { hoursInWords } from "#domain/opening/hours-in-words.ts";
import { currencyOf } from "#domain/place/currency.ts";
import type { ColumnMapping, ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import type { HoursReading, RowRefusal, SourceRow } from "#domain/source-list/source-list.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { isNegated, isNothing, yesNoOf } from "./cell-values.ts";
import { degreesEpsg, epsgOf, toPosition } from "./coordinate-systems.ts";
import { hoursOfCells } from "./hours-of-cells.ts";
import { isDegrees, isLikelySwapped, pointOfAxes, pointOfText } from "./row-position.ts";
import { type Cells, oneLine, readTags } from "./row-tags.ts";
import type { Table, TableRow } from "./table.ts";

/** Rows of a table by a mapping; a row with the key or content of a former one is refused as its duplicate. */
export function readRows(
  table: Table,
  mapping: ColumnMapping,
  homeCountry: string | null,
): SourceRow[] {
  const isFlag = new Set(table.headers.filter((_, index) => isZeroOrOne(table, index)));
  const keys = new Set<string>();
  const read = table.rows.map((row) => {
    const cells = cellsOf(table, row, mapping);
    const placed = positionOf(cells, mapping.epsg ?? null, homeCountry);
    const address = addressOf(cells);
    const said = readTags(cells, isFlag, currencyOf(homeCountry));
    const hours = hoursOf(cells, mapping);
    const tags = {
      amenity: "toilets",
      ...said,
      ...address.tags,
      ...(hours.kind === "read" && { opening_hours: hours.hours }),
    };
    const { key, isDouble } = takeKey(keys, cells, placed.position, tags);
    const refusal = refusalOf(row, table, cells, isDouble, placed.refusal, address.words);
    return {
      line: row.line,
      key,
      position: refusal === null ? placed.position : null,
      address: placed.position === null ? address.words : null,
      tags,
      hours,
      refusal,
    };
  });
  return withoutSharedPositions(withoutSwapped(read));
}

/** Most rows of a town's list are this near its middle, in degrees. */
const nearDegrees = 2;
const nearShare = 0.8;

/** The rows, of which those far from most others, and among them with latitude and longitude swapped, are refused. */
function withoutSwapped(rows: readonly SourceRow[]): readonly SourceRow[] {
  const placed = rows.flatMap(({ position }) => (position ? [position] : []));
  const middle = (axis: 0 | 1) =>
    placed.map((position) => position[axis]).sort((one, other) => one - other)[placed.length >> 1];
  const [x, y] = [middle(0), middle(1)];
  const isNear = ([longitude, latitude]: Coordinates) =>
    Math.abs(longitude - x) <= nearDegrees && Math.abs(latitude - y) <= nearDegrees;
  if (placed.filter(isNear).length < placed.length * nearShare) return rows;
  return rows.map((row) => {
    if (row.position === null || isNear(row.position)) return row;
    const [longitude, latitude] = row.position;
    return isNear([latitude, longitude]) ? { ...row, position: null, refusal: "swapped" } : row;
  });
}

/**
 * The rows, of which those that share a position but neither address nor name lose it: it is the position of one of
 * them at most, so that each is found by its address.
 */
function withoutSharedPositions(rows: readonly SourceRow[]): SourceRow[] {
  const shared = Map.groupBy(rows, ({ position }) => String(position));
  const isMixed = new Set(
    [...shared].flatMap(([position, group]) => {
      const addresses = new Set(group.map(({ tags }) => wordsOfAddress(tags)));
      const names = new Set(group.map(({ tags }, index) => tags.name ?? index));
      return addresses.size > 1 && names.size > 1 ? [position] : [];
    }),
  );
  return rows.map((row) => {
    const address = wordsOfAddress(row.tags);
    const hasNone = row.position === null || address === "" || !isMixed.has(String(row.position));
    return hasNone ? row : { ...row, position: null, address };
  });
}

/** Address of a row's tags, as words for the search. */
function wordsOfAddress(tags: Readonly<Record<string, string>>): string {
  const street = [tags["addr:street"], tags["addr:housenumber"]].filter(Boolean).join(" ");
  const town = [tags["addr:postcode"], tags["addr:city"]].filter(Boolean).join(" ");
  return [street, town].filter(Boolean).join(", ");
}

function cellsOf({ headers }: Table, row: TableRow, mapping: ColumnMapping): Cells {
  const cells = headers.flatMap((header, index) => {
    const text = row.cells[index];
    const meaning = mapping.columns[header] ?? "none";
    return meaning === "none" || isNothing(text) ? [] : [{ meaning, header, text }];
  });
  return Map.groupBy(cells, ({ meaning }) => meaning);
}

function textOf(cells: Cells, meaning: ColumnMeaning): string {
  return cells.get(meaning)?.[0].text ?? "";
}

/** Whether a column has only 0 and 1, which mean no and yes and are not amounts. */
function isZeroOrOne({ rows }: Table, index: number): boolean {
  return rows.every(({ cells }) => cells[index] === "" || /^[01]$/.test(cells[index]));
}

function refusalOf(
  row: TableRow,
  table: Table,
  cells: Cells,
  isDouble: boolean,
  refusal: RowRefusal | null,
  address: string | null,
): RowRefusal | null {
  if (row.cells.length > table.headers.length) return "too-many-cells";
  if (isOutOfUse(cells)) return "not-in-use";
  if (isDouble) return "double";
  return refusal === "no-position" && address !== null ? null : refusal;
}

function isOutOfUse(cells: Cells): boolean {
  const [cell] = cells.get("in_use") ?? [];
  return cell !== undefined && yesNoOf(cell.text) === (isNegated(cell.header) ? "yes" : "no");
}

function positionOf(
  cells: Cells,
  epsg: number | null,
  homeCountry: string | null,
): { readonly position: Coordinates | null; readonly refusal: RowRefusal | null } {
  const refused = (refusal: RowRefusal) => ({ position: null, refusal });
  const [x, y, one] = [
    textOf(cells, "longitude"),
    textOf(cells, "latitude"),
    textOf(cells, "position"),
  ];
  if ((x === "" || y === "") && one === "") return refused("no-position");
  const point = x !== "" && y !== "" ? pointOfAxes(x, y) : pointOfText(one);
  if (point === null) return refused("bad-position");
  if (point[0] === 0 && point[1] === 0) return refused("no-position");
  const name = textOf(cells, "coordinate_system");
  const system = name === "" ? (isDegrees(point) ? degreesEpsg : epsg) : epsgOf(name);
  const position = system === null ? null : toPosition(point, system);
  if (isDegrees(point) && isLikelySwapped(point, homeCountry)) return refused("swapped");
  if (position === null || !isOnEarth(position)) return refused("bad-position");
  return { position: roundCoordinates(position), refusal: null };
}

/** Address of a row as tags, and as words for a search; null without any. */
function addressOf(cells: Cells): {
  readonly tags: Readonly<Record<string, string>>;
  readonly words: string | null;
} {
  const [city, postcode, number] = [
    textOf(cells, "city"),
    textOf(cells, "postcode"),
    textOf(cells, "house_number"),
  ];
  const street = textOf(cells, "street");
  const whole = joinDistinct((cells.get("address") ?? []).map(({ text }) => oneLine(text)));
  const line = street === "" ? whole : street;
  const tags = {
    ...(line !== "" && { "addr:street": line }),
    ...(street !== "" && number !== "" && { "addr:housenumber": number }),
    ...(postcode !== "" && { "addr:postcode": postcode }),
    ...(city !== "" && { "addr:city": city }),
  };
  return { tags, words: line === "" ? null : wordsOfAddress(tags) };
}

/** Joins texts with commas, without those that another text contains. */
function joinDistinct(texts: readonly string[]): string {
  const kept: string[] = [];
  for (const text of texts) {
    if (text === "" || kept.some((other) => searchKey(other).includes(searchKey(text)))) continue;
    kept.push(text);
  }
  return kept
    .filter(
      (text) => !kept.some((other) => other !== text && searchKey(other).includes(searchKey(text))),
    )
    .map((text) => text.replace(/[,\s]+$/, ""))
    .join(", ");
}

function hoursOf(cells: Cells, { winter }: ColumnMapping): HoursReading {
  const text = hoursOfCells(cells.get("hours") ?? []);
  if (isDate(text)) return { kind: "unknown", words: text, isDate: true };
  return hoursInWords(text, { winter, restrictions: textOf(cells, "restrictions") });
}

/** Whether a text is a date, or the number of a day in a spreadsheet. */
function isDate(text: string): boolean {
  return (
    /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})\.?(?:[T ]\d{1,2}:\d\d.*)?$/.test(
      text,
    ) || /^[34]\d{4}$/.test(text)
  );
}

/** Maximum length of a key, so that an id with it is valid. */
const maxKeyLength = 120;

/** Key of a row: the list's own, else its name or address; with the position where others have the same. */
function takeKey(
  keys: Set<string>,
  cells: Cells,
  position: Coordinates | null,
  tags: Readonly<Record<string, string>>,
): { readonly key: string; readonly isDouble: boolean } {
  const own = textOf(cells, "key");
  const take = (text: string) => {
    const key = text.slice(0, maxKeyLength);
    if (keys.has(key)) return null;
    keys.add(key);
    return { key, isDouble: false };
  };
  if (own !== "") return take(own) ?? { key: own.slice(0, maxKeyLength), isDouble: true };
  const names = [tags.name, tags["addr:street"], tags["addr:housenumber"], tags["addr:city"]];
  const words = searchKey(names.filter(Boolean).join(" ")).slice(0, maxKeyLength - 24);
  const place = position?.map((degrees) => degrees.toFixed(4)).join(",") ?? "";
  const named = words === "" ? place : words;
  return take(named) ?? take(`${words} ${place}`) ?? { key: `${words} ${place}`, isDouble: true };
}
