import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { checkFields, crossCheck } from "./check-fields.ts";

const city = v.string();
const open = v.boolean();

describe("checkFields", () => {
  test("returns valid fields and ignores unknown ones", () => {
    const schema = v.object({ city, open });
    expect(checkFields(schema, { city: "Eger", open: false, accepted: true })).toEqual({
      ok: true,
      value: { city: "Eger", open: false },
    });
  });

  test("collects every error, in the order of the schema", () => {
    const schema = v.pipe(
      v.object({ open, day: v.string(), city, days: v.array(v.string()) }),
      crossCheck(({ valid: good, reject }) => {
        reject("days.2", "error.fillout");
        if (good.day === "") reject("day", "error.fillout");
        if (good.open === undefined) reject("city", "error.invalidtime");
      }),
    );
    expect(checkFields(schema, { open: 1, day: "", days: [] })).toEqual({
      ok: false,
      errors: [
        { field: "open", code: "error.parameter" },
        { field: "day", code: "error.fillout" },
        { field: "city", code: "error.parameter" },
        { field: "days.2", code: "error.fillout" },
      ],
    });
  });

  test("names the outermost field, once", () => {
    const schema = v.object({ place: v.object({ city, open }) });
    expect(checkFields(schema, { place: {} })).toEqual({
      ok: false,
      errors: [{ field: "place", code: "error.parameter" }],
    });
  });

  test("uses the schema's code where it has one", () => {
    const schema = v.object({ city: v.pipe(city, v.minLength(1, "error.fillout")) });
    expect(checkFields(schema, { city: "" })).toEqual({
      ok: false,
      errors: [{ field: "city", code: "error.fillout" }],
    });
  });

  test("accepts an absent optional field, but no wrong value in its place", () => {
    const schema = v.object({
      price: v.optional(city, "free"),
      comments: v.optional(city, "none"),
    });
    expect(checkFields(schema, {})).toEqual({
      ok: true,
      value: { price: "free", comments: "none" },
    });
    expect(checkFields(schema, { comments: null })).toEqual({
      ok: false,
      errors: [{ field: "comments", code: "error.parameter" }],
    });
  });

  test("does not take inherited properties for fields", () => {
    const input: unknown = JSON.parse('{"__proto__": {"city": "Eger"}}');
    const schema = v.object({
      city: v.optional(v.unknown()),
      constructor: v.optional(v.unknown()),
    });
    const checked = checkFields(schema, input);
    expect(checked).toEqual({ ok: true, value: {} });
    expect(checked.ok && Object.keys(checked.value)).toEqual([]);
  });

  test.each([[null], [undefined], [[]], ["{}"], [1], [true]])("finds no fields in %j", (input) => {
    expect(checkFields(v.object({ length: v.optional(city, "") }), input)).toEqual({
      ok: false,
      errors: [{ field: "body", code: "error.parameter" }],
    });
  });

  test("checks rules across fields where another field is invalid, by the valid ones alone", () => {
    const schema = v.pipe(
      v.object({ from: city, to: v.optional(city), city }),
      crossCheck(({ valid: good, isGiven, reject }) => {
        if (isGiven("to") && good.from === "") reject("from");
      }),
    );
    const errorsOf = (input: unknown) => {
      const checked = checkFields(schema, input);
      return checked.ok ? [] : checked.errors.map(({ field }) => field);
    };
    expect(errorsOf({ from: "", to: "x" })).toEqual(["from", "city"]);
    expect(errorsOf({ from: "", to: 1, city: "" })).toEqual(["from", "to"]);
    expect(errorsOf({ from: "", city: "" })).toEqual([]);
    expect(errorsOf({ from: 1, to: "x", city: "" })).toEqual(["from"]);
    expect(errorsOf(null)).toEqual(["body"]);
  });
});
