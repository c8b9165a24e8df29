import { describe, expect, it } from "vitest";
import { maxReportLength } from "#domain/text/text-limits.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import {
  correctionSchema,
  maxCorrectedFields,
  maxCorrectedValueLength,
  maxCorrectionKeyLength,
  maxCorrectionNameLength,
} from "./correction.ts";

const correction = {
  action: "edit",
  reason: "The street has a new name",
  location: { longitude: 19.05, latitude: 47.5 },
  changes: { address: "Új utca 1." },
  placeName: "Budapest, Régi utca 1.",
};

const errorsOf = (change: object) => {
  const checked = checkFields(correctionSchema, { ...correction, ...change });
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
};

describe("correctionSchema", () => {
  it("accepts a correction, without unknown fields", () => {
    const input = { ...correction, userEmail: "eve@example.org", account_id: "x" };
    expect(checkFields(correctionSchema, input)).toEqual({ ok: true, value: correction });
  });

  it("trims and rounds", () => {
    const input = {
      action: " edit ",
      location: { longitude: 19.04023549, latitude: -0.0000001 },
      changes: { address: " Fo\u030b utca ", postcode: 1011, gone: true, county: null },
    };
    expect(checkFields(correctionSchema, input)).toEqual({
      ok: true,
      value: {
        action: "edit",
        reason: "",
        location: { longitude: 19.040235, latitude: 0 },
        changes: { address: "Fő utca", postcode: 1011, gone: true, county: null },
        placeName: "",
      },
    });
  });

  it.each([
    ["action", maxCorrectionKeyLength],
    ["reason", maxReportLength],
    ["placeName", maxCorrectionNameLength],
  ])("limits %s to %i code points, without control characters", (field, length) => {
    expect(errorsOf({ [field]: "é".repeat(length) })).toEqual([]);
    expect(errorsOf({ [field]: "é".repeat(length + 1) })).toEqual([field]);
    expect(errorsOf({ [field]: "a\0b" })).toEqual([field]);
    expect(errorsOf({ [field]: 1 })).toEqual([field]);
  });

  it.each(["", "  ", undefined])("refuses %j as an action", (action) => {
    expect(errorsOf({ action })).toEqual(["action"]);
  });

  it.each([
    [180, 90, true],
    [-180, -90, true],
    [180.000001, 0, false],
    [0, -90.000001, false],
    [Number.POSITIVE_INFINITY, 0, false],
    ["19", 47, false],
  ])("has a location on earth: %s, %s: %s", (longitude, latitude, isTaken) => {
    expect(errorsOf({ location: { longitude, latitude } })).toEqual(isTaken ? [] : ["location"]);
  });

  it("limits the changes in number, names and values", () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, ""]));
    expect(errorsOf({ changes: many(maxCorrectedFields) })).toEqual([]);
    expect(errorsOf({ changes: many(maxCorrectedFields + 1) })).toEqual(["changes"]);
    expect(errorsOf({ changes: { a: "é".repeat(maxCorrectedValueLength) } })).toEqual([]);
    for (const changes of [
      { a: "é".repeat(maxCorrectedValueLength + 1) },
      { ["n".repeat(maxCorrectionKeyLength + 1)]: "" },
      { "a\0": "" },
      { "": "" },
      { a: { b: "nested" } },
      { a: Number.POSITIVE_INFINITY },
      "text",
      null,
    ]) {
      expect(errorsOf({ changes })).toEqual(["changes"]);
    }
  });

  it.each([null, undefined, "edit", []])("refuses %j", (input) => {
    expect(checkFields(correctionSchema, input).ok).toBe(false);
  });
});
