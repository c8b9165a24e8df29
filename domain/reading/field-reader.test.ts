import { describe, expect, test } from "vitest";
import { FieldReader } from "./field-reader.ts";

const text = (value: unknown) => (typeof value === "string" ? value : undefined);
const flag = (value: unknown) => (typeof value === "boolean" ? value : undefined);

describe("FieldReader", () => {
  test("returns good fields and ignores unread ones", () => {
    const reader = new FieldReader({ city: "Eger", open: false, accepted: true });
    expect(reader.read("city", text, "")).toBe("Eger");
    expect(reader.read("open", flag, true)).toBe(false);
    expect(reader.faults).toEqual([]);
  });

  test("collects every fault, in the order of reading", () => {
    const reader = new FieldReader({ open: 1 });
    expect(reader.read("open", flag, true)).toBe(true);
    expect(reader.read("city", text, "?")).toBe("?");
    reader.reject("day", "error.fillout");
    expect(reader.faults).toEqual([
      { field: "open", code: "error.parameter" },
      { field: "city", code: "error.parameter" },
      { field: "day", code: "error.fillout" },
    ]);
  });

  test("accepts an absent optional field, but no wrong value in its place", () => {
    const reader = new FieldReader({ comments: null });
    expect(reader.readOptional("price", text, "free")).toBe("free");
    expect(reader.faults).toEqual([]);
    expect(reader.readOptional("comments", text, "none")).toBe("none");
    expect(reader.faults).toEqual([{ field: "comments", code: "error.parameter" }]);
  });

  test("does not take inherited properties for fields", () => {
    const reader = new FieldReader(JSON.parse('{"__proto__": {"city": "Eger"}}'));
    const anything = (value: unknown) => value;
    expect(reader.read("city", anything, null)).toBeNull();
    expect(reader.read("constructor", anything, null)).toBeNull();
  });

  test.each([[null], [undefined], [[]], ["{}"], [1], [true]])("finds no fields in %j", (input) => {
    const reader = new FieldReader(input);
    expect(reader.read("length", text, "")).toBe("");
    expect(reader.readOptional("length", text, "")).toBe("");
    expect(reader.faults).toEqual([{ field: "body", code: "error.parameter" }]);
  });
});
