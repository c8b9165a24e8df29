import { expect, test } from "vitest";
import { checkFields } from "#domain/validation/check-fields.ts";
import { positionSchema } from "./position-schema.ts";

test.each([
  [{ longitude: 19.0402354, latitude: 47.4979126 }, [19.040235, 47.497913]],
  [{ longitude: 180, latitude: -90 }, [180, -90]],
  [{ longitude: -180, latitude: 90, more: 1 }, [-180, 90]],
])("%j is a position", (input, position) => {
  expect(checkFields(positionSchema, input)).toEqual({ ok: true, value: position });
});

test.each([
  [{ longitude: 180.000001, latitude: 47 }, ["longitude"]],
  [{ longitude: 19, latitude: 90.000001 }, ["latitude"]],
  [{ longitude: "19", latitude: null }, ["latitude", "longitude"]],
  [{ longitude: Number.NaN, latitude: 47 }, ["longitude"]],
  [[19, 47], ["body"]],
])("%j is refused", (input, fields) => {
  const errors = fields.map((field) => ({ field, code: "error.parameter" }));
  expect(checkFields(positionSchema, input)).toEqual({ ok: false, errors });
});
