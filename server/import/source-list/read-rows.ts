import { type Coordinates, isOnEarth, roundCoordinates } from "#domain/geography/coordinates.ts";
import { hoursInWords } from "#domain/opening/hours-in-words.ts";
import { currencyOf } from "#domain/place/currency.ts";
import type { ColumnMapping, ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import type { HoursReading, RowRefusal, SourceRow } from "#domain/source-list/source-list.ts";
import { searchKey } from "#domain/text/search-key.ts";
import {
  type CellReading,
  isNothing,
  levelOf,
  priceTagsOf,
  readAccess,
  readAudience,
  readEquipment,
  readPayment,
  readYesNo,
  splitPrice,
  yesNoOf,
} from "./cell-values.ts";
import { meaningOfHeader } from "./column-meanings.ts";
import { degreesEpsg, epsgOf, toPosition } from "./coordinate-systems.ts";
import { isDegrees, isLikelySwapped, pointOfAxes, pointOfText } from "./row-position.ts";
import type { Table, TableRow } from "./table.ts";

/** Cell of a column that has a meaning. */
interface Cell {
  readonly header: string;
  readonly text: string;
}

type Cells = ReadonlyMap<ColumnMeaning, readonly Cell[]>;

/** Rows of a table by a mapping; a row whose key or content another one has had is refused as its double. */
export function readRows(
  table: Table,
  mapping: ColumnMapping,
  homeCountry: string | null,
): SourceRow[] {
  const isFlag = new Set(table.headers.filter((_, index) => isZeroOrOne(table, index)));
  const keys = new Set<string>();
  return table.rows.map((row) => {
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

/** Whether a column has only 0 and 1, which are no and yes and not an amount. */
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
  if (yesNoOf(textOf(cells, "in_use")) === "no") return "not-in-use";
  if (isDouble) return "double";
  return refusal === "no-position" && address !== null ? null : refusal;
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
  const streetLine = [street, number].filter(Boolean).join(" ");
  const parts = [streetLine || whole, [postcode, city].filter(Boolean).join(" ")];
  const words = joinDistinct(parts);
  return { tags, words: line === "" || words === "" ? null : words };
}

/** Joins texts with commas, without those that another one has. */
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

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ", ").replaceAll(/\s+/g, " ");
}

const wheelchair = {
  yes: { wheelchair: "yes" },
  limited: { wheelchair: "limited" },
  no: { wheelchair: "no" },
};

/** Yes and no as a tag of its own name. */
const yesNoTags: Partial<Record<ColumnMeaning, string>> = {
  changing_place: "changing_table:adult",
  women: "female",
  men: "male",
  all_genders: "unisex",
  attended: "supervised",
  shower: "shower",
  drinking_water: "drinking_water",
};

type Reader = (cell: Cell, context: TagContext) => CellReading;

interface TagContext {
  /** Whether the column has only 0 and 1. */
  readonly isFlag: boolean;
  readonly currency: string | null;
}

/** How the cells of a meaning become tags; the rest becomes the comment. */
const readers: Partial<Record<ColumnMeaning, Reader>> = {
  name: ({ text }) => whole({ name: oneLine(text) }),
  inside: ({ text }) => whole({ "mosdo:inside": oneLine(text) }),
  operator: ({ text }) => whole({ operator: oneLine(text) }),
  website: ({ text }) => whole({ website: text }),
  level: ({ text }) => {
    const level = levelOf(text);
    return level === null ? { tags: {}, rest: text } : whole({ level });
  },
  price: ({ text }, context) => readPrice(text, context),
  access: ({ text, header }) => readAccess(text, header),
  accessible: ({ text }) => readAccessible(text),
  changing_table: ({ text }) => readChangingTable(text),
  radar_key: ({ text }) => readYesNo(text, "", keyTags("radar", {})),
  euro_key: ({ text }) => readYesNo(text, "", keyTags("eurokey", { centralkey: "no" })),
  audience: ({ text }) => readAudience(text),
  urinals: ({ text, header }) =>
    // There is no tag for urinals beside other toilets.
    yesNoOf(text) === "no" ? whole({}) : { tags: {}, rest: yesNoOf(text) ? header : text },
  payment: ({ text, header }) => readPayment(text, header),
  equipment: ({ text }) => readEquipment(text),
  ...Object.fromEntries(
    Object.entries(yesNoTags).map(([meaning, tag]): [string, Reader] => [
      meaning,
      ({ text }) => (/^[2-9]\d*$/.test(text) ? whole({ [tag]: "yes" }) : readYesNo(text, tag)),
    ]),
  ),
};

function whole(tags: CellReading["tags"]): CellReading {
  return { tags, rest: "" };
}

function keyTags(key: string, no: CellReading["tags"]) {
  return { yes: { centralkey: key }, limited: { centralkey: key }, no };
}

function readPrice(text: string, { isFlag, currency }: TagContext): CellReading {
  if (isFlag) return whole({ fee: text === "0" ? "no" : "yes" });
  const tags = priceTagsOf(text, isAmount(text, currency));
  if (tags) return whole(tags);
  const split = splitPrice(text);
  if (split) {
    // 'nein - gratis'
    const isAnswer = yesNoOf(split.before) !== null;
    return { tags: split.price, rest: isAnswer ? "" : split.before };
  }
  return { tags: /[1-9]/.test(text) ? { fee: "yes" } : {}, rest: text };
}

/** Currencies of which a toilet costs a small number; '50' would rather be hundredths. */
const strong: ReadonlySet<string> = new Set(["EUR", "GBP", "CHF", "USD"]);

/** Whether a number without a unit is an amount in the currency. */
function isAmount(text: string, currency: string | null): boolean {
  const amount = Number(text.trim().replace(",", "."));
  return currency !== null && (strong.has(currency) ? amount <= 3 : amount >= 5);
}

function readAccessible(text: string): CellReading {
  const answer = readYesNo(text, "wheelchair", wheelchair);
  if (answer.rest !== text) return answer;
  const { rest } = readAudience(text);
  // A category says for whom the accessible toilet is: 'unisex'.
  return rest === text ? { tags: {}, rest: text } : { tags: wheelchair.yes, rest: "" };
}

const rooms = { female: "female_toilet", male: "male_toilet", unisex: "unisex_toilet" } as const;

function readChangingTable(text: string): CellReading {
  const answer = readYesNo(text, "changing_table");
  if (answer.rest !== text) return answer;
  const { tags, rest } = readAudience(text);
  if (rest === text) return { tags: {}, rest: text };
  const named = (Object.keys(rooms) as (keyof typeof rooms)[]).filter((who) => tags[who] === "yes");
  const places = named.map((who) => rooms[who]).join(";");
  return whole({
    changing_table: "yes",
    ...(places !== "" && { "changing_table:location": places }),
  });
}

/** Tags of a row's cells; what no tag says is the description. */
function readTags(
  cells: Cells,
  flags: ReadonlySet<string>,
  currency: string | null,
): Record<string, string> {
  const tags: Record<string, string> = {};
  const rests: string[] = (cells.get("comment") ?? []).map(commentOf);
  for (const [meaning, ofMeaning] of cells) {
    const reader = readers[meaning];
    if (reader === undefined) continue;
    for (const cell of ofMeaning) {
      const { said, price } = meaning === "attended" ? withPrice(cell) : { said: cell, price: {} };
      const isFlag = flags.has(cell.header);
      const reading = reader(said, { isFlag, currency });
      // A column of its own says more exactly than a part of another one.
      for (const [tag, value] of Object.entries({ ...price, ...reading.tags })) tags[tag] ??= value;
      if (reading.rest === cell.header) rests.push(cell.header);
      else if (reading.rest !== "") rests.push(`${cell.header}: ${oneLine(reading.rest)}`);
    }
  }
  const description = [...new Set(rests)].join("; ");
  return { ...tags, ...(description !== "" && { description }) };
}

/** A cell without the price at its end: 'nein - gratis'. */
function withPrice(cell: Cell): { readonly said: Cell; readonly price: CellReading["tags"] } {
  const split = splitPrice(cell.text);
  if (split === null) return { said: cell, price: {} };
  return { said: { ...cell, text: split.before }, price: split.price };
}

/** Comment with its header, which says what it is about unless it is a name of comments. */
function commentOf({ header, text }: Cell): string {
  const named = meaningOfHeader(header);
  const isPlain = named?.meaning === "comment" && named.isSure;
  return isPlain ? oneLine(text) : `${header}: ${oneLine(text)}`;
}

function hoursOf(cells: Cells, { winter }: ColumnMapping): HoursReading {
  const text = textOf(cells, "hours").replace(/^opening_hours\s*=\s*/i, "");
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

/** Maximum length of a key, so that an id made of it is one. */
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
