import { expect, test } from "vitest";
import { alikeSpelling, latinKey } from "./latin-key.ts";

test.each([
  ["зелена вулиця", "zelena vulitsia"],
  ["вільна; садова", "vilna; sadova"],
  ["тверская улица", "tverskaia ulitsa"],
  ["οδος αθηνας", "odos athinas"],
  ["რუსთაველის 4", "rustavelis 4"],
])("'%s' is read as '%s'", (key, latin) => {
  expect(latinKey(key)).toBe(latin);
});

test("a name in Latin letters has no other reading, and spellings of one reading are alike", () => {
  expect(latinKey("kossuth lajos u. 7-9")).toBe(null);
  const spelled = ["vulytsia", "vulitsya", "vulicja"].map(alikeSpelling);
  expect(spelled).toEqual(["vulitsia", "vulitsia", "vulicia"]);
});
