import { describe, expect, test } from "vitest";
import { ElementScanner } from "./element-scanner.ts";

/** Scans the text in parts of a length. */
function scan(text: string, length: number) {
  const scanner = new ElementScanner(["elements", "features"]);
  const elements: unknown[] = [];
  for (let at = 0; at < text.length; at += length) {
    elements.push(...scanner.push(text.slice(at, at + length)).map((json) => JSON.parse(json)));
  }
  return { elements, rest: scanner.end() };
}

const elements = [
  { id: 1, tags: { name: 'a "quoted" ] name, \\' } },
  { nested: [{ elements: [1, 2] }] },
  { text: "{[" },
];
const file = { version: 0.6, other: [[1]], elements, note: { features: [1] }, remark: "ő" };

describe("the scanner of elements", () => {
  test.each([1, 2, 3, 7, 1000])("extracts them from parts of %d characters", (length) => {
    for (const space of [undefined, 2]) {
      const result = scan(JSON.stringify(file, null, space), length);
      expect(result).toEqual({ elements, rest: { ...file, elements: [] } });
    }
  });

  test("finds none in an empty list", () => {
    expect(scan('{"features": [ ]}', 4)).toEqual({ elements: [], rest: { features: [] } });
  });

  test.each([
    '{"elements":[{"id":1}',
    '{"elements":[{"id":1}]',
    '{"elements":[{"id":1}{"id":2}]}',
    '{"elements":[{"id":1},]}',
    '{"elements":[1]}',
    '{"elements":[]}}',
    '{"places":[{"id":1}]}',
    "[]",
    "",
  ])("refuses %s", (text) => {
    expect(() => scan(text, 5)).toThrow("t");
  });
});
