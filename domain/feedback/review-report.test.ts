import { describe, expect, it } from "vitest";
import { checkFields } from "#domain/validation/check-fields.ts";
import { reviewDecisionSchema, reviewReportReasons, reviewReportSchema } from "./review-report.ts";

const errorsOf = (checked: ReturnType<typeof checkFields>) =>
  checked.ok ? [] : checked.errors.map(({ field }) => field);

describe("reviewReportSchema", () => {
  it.each(reviewReportReasons.filter((reason) => reason !== "other"))(
    "accepts %s without a text",
    (reason) => {
      const checked = checkFields(reviewReportSchema, { reason });
      expect(checked).toEqual({ ok: true, value: { reason, text: "" } });
    },
  );

  it.each([
    [{ reason: "other" }, ["text"]],
    [{ reason: "other", text: " \n" }, ["text"]],
    [{ reason: "other", text: "Reklám" }, []],
    [{ reason: "closed" }, ["reason"]],
    [{}, ["reason"]],
    [{ reason: "spam", text: "x".repeat(1000) }, []],
    [{ reason: "spam", text: "x".repeat(1001) }, ["text"]],
    [{ reason: "spam", text: 7 }, ["text"]],
  ])("has in %j the errors %j", (body, errors) => {
    expect(errorsOf(checkFields(reviewReportSchema, body))).toEqual(errors);
  });
});

describe("reviewDecisionSchema", () => {
  it.each([
    [{ decision: "keep" }, []],
    [{ decision: "remove", reason: "x".repeat(1000) }, []],
    [{ decision: "remove", reason: "x".repeat(1001) }, ["reason"]],
    [{ decision: "delete" }, ["decision"]],
    [{}, ["decision"]],
  ])("has in %j the errors %j", (body, errors) => {
    expect(errorsOf(checkFields(reviewDecisionSchema, body))).toEqual(errors);
  });
});
