import { type Coordinates, roundDegrees } from "#domain/geography/coordinates.ts";
import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";

/** Checks `{ longitude, latitude }` from a form or a call; rounded to 6 decimals. */
export function checkPosition(
  input: unknown,
): { ok: true; position: Coordinates } | { ok: false; faults: FieldFault[] } {
  const fields = new FieldReader(input);
  const latitude = fields.read("latitude", (value) => readDegrees(value, 90), 0);
  const longitude = fields.read("longitude", (value) => readDegrees(value, 180), 0);
  const { faults } = fields;
  return faults.length === 0
    ? { ok: true, position: [longitude, latitude] }
    : { ok: false, faults };
}

/** Degrees to 6 decimals; undefined where the value is not a number or beyond the limit, 90 or 180. */
export function readDegrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== "number" || !(Math.abs(value) <= limit)) return undefined;
  return roundDegrees(value);
}
