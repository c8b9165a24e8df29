import { describe, expect, it } from "vitest";
import { checkFields } from "#domain/validation/check-fields.ts";
import { newReviewSchema } from "./new-review.ts";

const ratingError = { field: "rating", code: "error.parameter" };
const textError = { field: "text", code: "error.parameter" };

describe("newReviewSchema", () => {
  it.each([1, 2, 3, 4, 5])("takes %d stars without a text", (rating) => {
    expect(checkFields(newReviewSchema, { rating })).toEqual({
      ok: true,
      value: { rating, text: "" },
    });
  });

  it.each([0, 6, -1, 4.5, Number.NaN, Number.POSITIVE_INFINITY, "5", true, null, undefined, [5]])(
    "refuses %o as a rating",
    (rating) => {
      expect(checkFields(newReviewSchema, { rating, text: "" })).toEqual({
        ok: false,
        errors: [ratingError],
      });
    },
  );

  it.each([
    ["  Tiszta.\t\n", "Tiszta."],
    ["Első sor\r\nmásodik\rharmadik", "Első sor\nmásodik\nharmadik"],
    ["A\u0301tlagos", "\u00c1tlagos"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["شكرا 🚻", "شكرا 🚻"],
    [" \n ", ""],
  ])("stores %j as %j", (typed, text) => {
    expect(checkFields(newReviewSchema, { rating: 3, text: typed })).toEqual({
      ok: true,
      value: { rating: 3, text },
    });
  });

  it.each([
    ["a NUL", "Tiszta\u0000"],
    ["half a pair", "Tiszta\ud83d"],
    ["an escape", "\u001b[31mTiszta"],
    ["a number", 5],
    ["null", null],
    ["a list", ["Tiszta"]],
  ])("refuses %s as a text", (_, text) => {
    expect(checkFields(newReviewSchema, { rating: 3, text })).toEqual({
      ok: false,
      errors: [textError],
    });
  });

  it("counts code points, of the text that would be stored", () => {
    const longest = "🚻".repeat(2000);
    expect(checkFields(newReviewSchema, { rating: 1, text: ` ${longest} ` }).ok).toBe(true);
    expect(checkFields(newReviewSchema, { rating: 1, text: `${longest}!` }).ok).toBe(false);
    expect(checkFields(newReviewSchema, { rating: 1, text: "a\u0301".repeat(2000) }).ok).toBe(true);
    expect(checkFields(newReviewSchema, { rating: 1, text: "a\r\n".repeat(1000) }).ok).toBe(true);
  });

  it("has every error", () => {
    const errors = [ratingError, textError];
    expect(checkFields(newReviewSchema, { rating: 0, text: "\u0000" })).toEqual({
      ok: false,
      errors,
    });
  });

  it("ignores other fields", () => {
    const sent = { rating: 2, text: "", user_id: "admin", added: "2020-01-01" };
    expect(checkFields(newReviewSchema, sent)).toEqual({
      ok: true,
      value: { rating: 2, text: "" },
    });
  });

  it.each([null, undefined, 5, "5", []])("finds no review in %o", (input) => {
    const errors = [{ field: "body", code: "error.parameter" }];
    expect(checkFields(newReviewSchema, input)).toEqual({ ok: false, errors });
  });
});
