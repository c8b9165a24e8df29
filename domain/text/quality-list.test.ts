import { expect, it } from "vitest";
import { parseQualityList } from "./quality-list.ts";

it("parses items and their weights in the list's order", () => {
  expect(parseQualityList("hu;q=0.5, EN , de; Q=1.000,br;q=0")).toEqual([
    { item: "hu", quality: 0.5 },
    { item: "EN", quality: 1 },
    { item: "de", quality: 1 },
    { item: "br", quality: 0 },
  ]);
});

it.each(["q=2", "q=x", "q=-1", "q=0.12345", "q=", "level=1", "q=0.5;q=0.6"])(
  "treats an item with %s as not acceptable",
  (parameter) => {
    expect(parseQualityList(`hu;${parameter}`)).toEqual([{ item: "hu", quality: 0 }]);
  },
);

it.each(["", " , ,", ";q=1"])("finds no items in '%s'", (header) => {
  expect(parseQualityList(header)).toEqual([]);
});
