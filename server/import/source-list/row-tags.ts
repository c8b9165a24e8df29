import type { ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import {
  type Cell,
  type CellReading,
  isNegated,
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
import { labelOf, meaningOfHeader } from "./column-meanings.ts";

/** Cells of a row that say something, by what their columns mean. */
export type Cells = ReadonlyMap<ColumnMeaning, readonly Cell[]>;

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
  in_use: ({ text }) => (yesNoOf(text) === null ? { tags: {}, rest: text } : whole({})),
  price: (cell, context) => readPrice(cell, context),
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

function readPrice({ text, header }: Cell, { isFlag, currency }: TagContext): CellReading {
  if (isNegated(header)) {
    const answer = yesNoOf(text);
    if (answer === "yes" || answer === "no") return whole({ fee: answer === "yes" ? "no" : "yes" });
  }
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

/** Currencies in which a toilet costs a small number; '50' is rather an amount in hundredths. */
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
export function readTags(
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
      if (reading.rest === cell.header) rests.push(labelOf(cell.header));
      else if (reading.rest !== "") rests.push(`${labelOf(cell.header)}: ${oneLine(reading.rest)}`);
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
  return isPlain ? oneLine(text) : `${labelOf(header)}: ${oneLine(text)}`;
}

/** Text without line breaks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ", ").replaceAll(/\s+/g, " ");
}
