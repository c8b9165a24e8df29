import { expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { hoursQuerySchema } from "./hours-meaning.ts";

it.each([
  ["", true],
  ["&lat=47.5&lng=19", true],
  ["&lat=47.5", false],
  ["&lng=19", false],
])("takes a position whole or not at all: %j", (position, isValid) => {
  const query = new URLSearchParams(`text=24/7${position}`);
  expect(parseQuery(hoursQuerySchema, query).ok).toBe(isValid);
});
