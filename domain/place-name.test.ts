import { expect, test } from "vitest";
import { placeName } from "./place-name.ts";

test.each([
  ["Győr", "Fő tér 1.", "a téren", "Győr, Fő tér 1."],
  ["Győr", "", "a téren", "Győr"],
  ["", "Fő tér 1.", "", "Fő tér 1."],
  ["", "", "Utedo", "Utedo"],
  ["", "", "", ""],
])("of %j, %j and %j is %j", (city, address, comments, name) => {
  expect(placeName({ city, address, comments })).toBe(name);
});
