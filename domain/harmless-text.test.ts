import { describe, expect, it } from "vitest";
import { isHarmlessText } from "./harmless-text.ts";

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
