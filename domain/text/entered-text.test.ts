import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import {
  clipText,
  isHarmlessText,
  optionalLine,
  writtenLine,
  writtenText,
} from "./entered-text.ts";

/** The text parsed by a schema; undefined where it is refused. */
const resultOf = (schemaOf: typeof writtenText) => (value: unknown, maxLength: number) => {
  const parsed = v.safeParse(schemaOf(maxLength), value);
  return parsed.success ? parsed.output : undefined;
};

const readText = resultOf(writtenText);
const readLine = resultOf(writtenLine);
const readOptionalLine = resultOf(optionalLine);

describe.each([
  ["writtenText", readText],
  ["writtenLine", readLine],
  ["optionalLine", readOptionalLine],
])("%s", (_, read) => {
  test.each([
    ["plain text", "Fő tér 1.", "Fő tér 1."],
    ["surrounding white space", " \u00a0\n Eger\t ", "Eger"],
    ["repeated white space inside", "Fő  tér", "Fő  tér"],
    ["a letter as base and mark", "Fo\u030b te\u0301r", "Fő tér"],
    ["markup", "<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["emoji", "🚽👨‍👩‍👧", "🚽👨‍👩‍👧"],
    ["direction marks within", "abc ‏שלום", "abc ‏שלום"],
    [
      "direction controls",
      "\u2066a\u2069 \u202eabc\u202c \u202a\u202b\u202d\u2067\u2068z",
      "a abc z",
    ],
    ["as many code points as allowed", "🚽".repeat(200), "🚽".repeat(200)],
    ["as many as allowed once trimmed", ` ${"é".repeat(200)} `, "é".repeat(200)],
    ["as many as allowed in NFC", "e\u0301".repeat(200), "é".repeat(200)],
    ["two marks on a letter", "q\u0307\u0323", "q\u0323\u0307"],
    ["5,000 marks on a letter", `q${"\u0301".repeat(5000)}x`, "q\u0301\u0301x"],
    ["marks with joiners between", `q${"\u0301\u200d".repeat(50)}x`, "q\u0301\u200dx"],
    ["marks with word joiners between", `q${"\u0301\u2060".repeat(50)}x`, "q\u0301\u2060x"],
    ["three marks of a script on a letter", "\u091c\u093c\u0940\u0902", "\u091c\u093c\u0940\u0902"],
    ["a hundred of them", `\u0f66${"\u0f90".repeat(100)}`, `\u0f66${"\u0f90".repeat(6)}`],
    ["Thai and Hebrew", "ที่ שָּׁלוֹם", "ที่ שָּׁלוֹם".normalize("NFC")],
    ["three marks of Arabic", "\u0644\u0651\u064e\u0670\u0647", "\u0644\u064e\u0651\u0670\u0647"],
    ["an emoji of joined ones", "🏴‍☠️👩🏽‍❤️‍👨🏻1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴‍☠️👩🏽‍❤️‍👨🏻1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["one code point too many", "é".repeat(201), undefined],
    ["one emoji too many", "🚽".repeat(201), undefined],
    ["NUL", "a\0b", undefined],
    ["the first half of a pair alone", "a\ud83d", undefined],
    ["the second half alone", "\udebda", undefined],
    ["a control character", "a\x1bb", undefined],
    ["a number", 12, undefined],
    ["null", null, undefined],
    ["a list of one text", ["a"], undefined],
    ["an object that reads as text", { toString: () => "a" }, undefined],
  ])("%s", (_name, value, expected) => {
    expect(read(value, 200)).toBe(expected);
  });
});

describe("writtenText", () => {
  test.each([
    ["nothing", "", ""],
    ["white space alone", " \r\n\t ", ""],
    ["a browser's line breaks", "balra,\r\na lépcső alatt\rlent", "balra,\na lépcső alatt\nlent"],
    ["a tab", "a\tb", "a\tb"],
  ])("accepts %s", (_, value, expected) => {
    expect(readText(value, 200)).toBe(expected);
  });
});

describe("writtenLine", () => {
  test.each([
    ["nothing", ""],
    ["white space alone", " \u2003 "],
    ["a line break within", "a\nb"],
    ["a browser's line break within", "a\r\nb"],
    ["a line separator within", "a\u2028b"],
    ["a tab within", "a\tb"],
    ["direction marks alone", "\u200f\u202e"],
    ["a zero-width space alone", "\u200b"],
    ["a filler letter alone", "\u3164"],
    ["a mark without a base", "\u0301"],
  ])("refuses %s", (_, value) => {
    expect(readLine(value, 200)).toBeUndefined();
  });

  test.each(["5", "—", "?", "🚽", "あ", "A\u200d"])("takes '%s'", (value) => {
    expect(readLine(value, 200)).toBe(value);
  });
});

describe("isHarmlessText", () => {
  it.each([
    ["nothing", "", true],
    ["letters with marks", "Fő tér 1.", true],
    ["markup", "<script>alert(1)</script>", true],
    ["an emoji, a whole surrogate pair", "🚽", true],
    ["a right-to-left mark", "\u200fשלום", true],
    ["a tab and both line breaks", "a\tb\r\nc", true],
    ["NUL", "a\0b", false],
    ["the last control character before tab", "\x08", false],
    ["a form feed", "\x0c", false],
    ["the last control character before space", "\x1f", false],
    ["a space", " ", true],
    ["delete", "\x7f", false],
    ["the first half of a pair alone", "\ud83d", false],
    ["the second half alone", "a\udebd", false],
  ])("judges %s", (_, text, expected) => {
    expect(isHarmlessText(text)).toBe(expected);
  });
});

test.each([
  ["as long as allowed", "Fő tér", 6, "Fő tér"],
  ["too long", "Fő tér", 4, "Fő t"],
  ["a letter with a mark at the end", "abq\u0301", 3, "ab"],
  ["a joined emoji at the end", "ab👨‍👩‍👧", 4, "ab"],
  ["blanks at the end", "Fő tér", 3, "Fő"],
  ["control characters", "a\0b", 5, "ab"],
])("clipText cuts at the end of a letter: %s", (_, text, maxLength, expected) => {
  expect(clipText(text, maxLength)).toBe(expected);
});
