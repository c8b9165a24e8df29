import fc from "fast-check";

/**
 * Any text of whole code points, control characters and every plane in it, half of them Latin letters
 * and their marks. fast-check's own unit "binary" takes seconds to make its table, and hardly ever
 * meets a letter.
 */
export const anyText = fc.string({ unit: fc.oneof(character(0x36f), character(0x10ffff)) });

/** @param last the highest code point */
function character(last: number) {
  return fc
    .integer({ min: 0, max: last })
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint));
}

export type Json = string | number | boolean | null | readonly Json[] | { [name: string]: Json };

/** Texts that break careless code, all in NFC and without white space around them. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ["markup", "<script>alert(1)</script>"],
  ["markup that ends an attribute", `"><img src=x onerror=alert(1)>'`],
  ["SQL", "'; drop table place; --"],
  ["a template", "{{7 * 7}} <%= 7 %> %s %00 \\u0000"],
  ["a right-to-left word between its marks", "\u200fמים\u200f"],
  ["emoji of several code points", "🚽👩🏽‍🦽🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a letter under two marks", "x\u0321\u0323"],
  ["a noncharacter and one for private use", "a\uffff\ue000b"],
  ["the last code point", "a\u{10ffff}"],
  ["50 emoji", "🚽".repeat(50)],
  ["200 letters", "ő".repeat(200)],
  ["2,000 emoji", "🚽".repeat(2000)],
  ["2,001 letters", "a".repeat(2001)],
  ["10,000 letters", "a".repeat(10_000)],
  ["NUL", "a\0b"],
  ["the first half of a surrogate pair", "a\ud83d"],
  ["the second half", "\udebda"],
  ["halves in the wrong order", "a\udebd\ud83db"],
  ["an escape sequence of terminals", "\x1b[31m"],
  ["the name of a prototype", "__proto__"],
];

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** One value of each unexpected type, as JSON text. */
const valuesOfTypes: readonly string[] = [
  ...["1e400", "-1e400", "1e300", "-1", "-0", "1e-400", "0.005", "9007199254740993", "2147483648"],
  ...["null", "true", "false", '""', '" "', "[]", "{}", '"08:00-"', '"18:00-08:00"', '"1e400"'],
  ...['{"__proto__":{"x":1}}', '{"toString":1}', '["x"]', "[[]]"],
];

const textValues = hostileTexts.map(([, text]) => JSON.stringify(text));

const hostileValues: readonly string[] = [...valuesOfTypes, ...textValues];

/** JSON of any kind, as text, also in forms that `JSON.stringify` never writes. */
export const jsonText = fc.oneof(
  fc.jsonValue({ stringUnit: "binary" }).map((value) => JSON.stringify(value)),
  fc.constantFrom(...hostileValues),
);

/** Texts that are not JSON, or only just. */
export const brokenJson = fc.oneof(
  anyText,
  fc.constantFrom(
    "",
    " ",
    "{",
    "{}{}",
    "{'a':1}",
    "NaN",
    "\ufeff{}",
    deep(20_000),
    '{"a":'.repeat(5000),
  ),
);

/** Path to a part of a value, as its keys: `opening_times`, `0`. */
type Path = readonly string[];

/** The value as JSON text, where parts may be swapped for others and fields added. */
export function mutatedJson(value: { [name: string]: Json }): fc.Arbitrary<string> {
  const swap = fc.tuple(fc.constantFrom(...pathsIn(value, [])), jsonText);
  const extra = fc.tuple(
    fc.oneof(fc.string(), fc.constantFrom("id", "accepted", "added_by")),
    jsonText,
  );
  return fc
    .record({
      swaps: fc.array(swap, { maxLength: 3 }),
      extras: fc.array(extra, { maxLength: 2 }),
    })
    .map(({ swaps, extras }) => {
      const swapped = new Map(swaps.map(([path, text]) => [path.join("\n"), text]));
      const fields = extras.map(([name, text]) => `${JSON.stringify(name)}:${text}`);
      return write(value, [], swapped, fields);
    });
}

/** One function reads the texts of all fields: of each further field, a text of each kind shows that it does. */
export function isTriedInEachField(text: number): boolean {
  return text % 5 === 0;
}

/**
 * The value with each hostile value in the place of each of its parts, one at a time. Of a list, its first two entries
 * stand for all.
 *
 * @param make makes the value anew for each: one that was sent before may be refused for that alone
 */
export function swapEach(make: () => { [name: string]: Json }): string[] {
  const paths = pathsIn(make(), []).filter((path) => !(Number(path.at(-1)) > 1));
  return paths.flatMap((path, field) =>
    [...valuesOfTypes, ...textValues.filter((_, n) => field === 0 || isTriedInEachField(n))].map(
      (text) => write(make(), [], new Map([[path.join("\n"), text]])),
    ),
  );
}

function pathsIn(value: Json, path: Path): Path[] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => [[...path, key], ...pathsIn(part, [...path, key])]);
}

function write(
  value: Json,
  path: Path,
  swapped: Map<string, string>,
  extras: string[] = [],
): string {
  const other = swapped.get(path.join("\n"));
  if (other !== undefined && path.length > 0) return other;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(
    ([key, part]) => [key, write(part, [...path, key], swapped)] as const,
  );
  if (Array.isArray(value)) return `[${parts.map(([, text]) => text).join()}]`;
  return `{${[...parts.map(([key, text]) => `${JSON.stringify(key)}:${text}`), ...extras].join()}}`;
}
