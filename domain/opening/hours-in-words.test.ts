import { expect, test } from "vitest";
import { hoursInWords } from "./hours-in-words.ts";

test.each([
  ["24/7", { kind: "read", hours: "24/7" }],
  ["Mo-Fr 08:00-18:00; PH off", { kind: "read", hours: "Mo-Fr 08:00-18:00; PH off" }],
  ["Mo-Fr", { kind: "unknown", words: "Mo-Fr" }],
  ["park opening hours", { kind: "unknown", words: "park opening hours" }],
  [" ", { kind: "none" }],
])("%j is %j", (text, reading) => {
  expect(hoursInWords(text)).toEqual(reading);
});
