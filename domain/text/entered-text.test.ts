import * as v from "valibot";
import { describe, expect, it, test } from "vitest";
import { isHarmlessText, optionalLine, writtenLine, writtenText } from "./entered-text.ts";

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
