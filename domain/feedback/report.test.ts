import { describe, expect, it } from "vitest";
import { maxReportLength } from "#domain/text/text-limits.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { reportSchema } from "./report.ts";

const errorsOf = (input: unknown) => {
  const checked = checkFields(reportSchema, input);
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
};

describe("reportSchema", () => {
  it.each(["closed", "hours", "position"])("takes %s without a text", (reason) => {
    const report = { reason, text: "" };
    expect(checkFields(reportSchema, { reason })).toEqual({ ok: true, value: report });
    expect(checkFields(reportSchema, { reason, text: "  " })).toEqual({ ok: true, value: report });
  });

  it("demands a day of opening where a place is closed until then", () => {
    const report = { reason: "closed-until", text: "", opens_on: "2028-02-29" };
    expect(checkFields(reportSchema, report)).toEqual({ ok: true, value: report });
    expect(errorsOf({ reason: "closed-until" })).toEqual(["opens_on"]);
    expect(errorsOf({ reason: "closed-until", opens_on: "2026-02-29" })).toEqual(["opens_on"]);
    expect(errorsOf({ reason: "closed-until", opens_on: "tomorrow" })).toEqual(["opens_on"]);
    expect(errorsOf({ reason: "out-of-order" })).toEqual([]);
  });

  it("demands a text for another reason", () => {
    expect(errorsOf({ reason: "other" })).toEqual(["text"]);
    expect(errorsOf({ reason: "other", text: " \n " })).toEqual(["text"]);
    expect(errorsOf({ reason: "other", text: "." })).toEqual([]);
  });

  it("trims the text, brings it to NFC, and drops unknown fields", () => {
    const input = { reason: "hours", text: " e\u0301jjel\r\nzárva ", account_id: "x" };
    const report = { reason: "hours", text: "éjjel\nzárva" };
    expect(checkFields(reportSchema, input)).toEqual({ ok: true, value: report });
  });

  it("counts code points", () => {
    expect(errorsOf({ reason: "other", text: "🚽".repeat(maxReportLength) })).toEqual([]);
    expect(errorsOf({ reason: "other", text: "🚽".repeat(maxReportLength + 1) })).toEqual(["text"]);
  });

  it.each(["\0", "a\u0007", "\ud800"])("refuses a text with %j", (text) => {
    expect(errorsOf({ reason: "closed", text })).toEqual(["text"]);
  });

  it.each([null, undefined, "closed", []])("finds no report in %j", (input) => {
    expect(errorsOf(input)).toEqual(["body"]);
  });

  it.each([{}, { reason: "toString", text: "x" }, { reason: ["closed"] }, { reason: null }])(
    "refuses %j",
    (input) => {
      expect(errorsOf(input)).toEqual(["reason"]);
    },
  );

  it.each([1, null, {}, ["a"]])("refuses the text %j", (text) => {
    expect(errorsOf({ reason: "closed", text })).toEqual(["text"]);
  });
});
