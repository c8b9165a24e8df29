import { describe, expect, test } from "vitest";
import { checkFields } from "#domain/validation/check-fields.ts";
import { newPlaceSchema, newPlaceSchemaWith } from "./new-place.ts";

const check = (input: unknown) => checkFields(newPlaceSchema, input);

const week = (monday: unknown, others: unknown = "-") => [monday, ...Array(6).fill(others)];

const good = {
  country: "HU",
  city: "Eger",
  address: "Dobó tér 2.",
  price: 200,
  fee: "costs",
  comments: "balra",
  accessible: true,
  public: false,
  facts: { wheelchair: "yes", access: "customers" },
  latitude: 47.9025,
  longitude: 20.3773,
  opening_times: week("08:00-18:00"),
};

const without = (name: keyof typeof good) =>
  Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));

/** The field as it is stored, or the errors. */
function checkWith(field: keyof typeof good, value: unknown): unknown {
  const checked = check({ ...good, [field]: value });
  return checked.ok ? { stored: checked.value[field] } : checked.errors;
}

const stored = (value: unknown) => ({ stored: value });
const invalid = (field: string, code = "error.parameter") => [{ field, code }];

describe("newPlaceSchema", () => {
  test("returns a good place, without unknown fields", () => {
    const more = { accepted: true, added_by: "someone", id: 7, added: "2020-01-01", rating: {} };
    expect(check({ ...good, ...more })).toStrictEqual({ ok: true, value: good });
  });

  test("stores county and postcode where they are given, each a line of limited length", () => {
    const checkedOf = (more: object) => check({ ...good, ...more });
    const source = { county: "Heves", postcode: "3300" };
    expect(checkedOf({ county: " Heves ", postcode: "3300" })).toStrictEqual({
      ok: true,
      value: { ...good, ...source },
    });
    expect(checkedOf({ county: "", postcode: "  " })).toStrictEqual({ ok: true, value: good });
    expect(checkedOf({ county: "x".repeat(200), postcode: "9".repeat(20) })).toMatchObject({
      ok: true,
    });
    expect(checkedOf({ county: "x".repeat(201), postcode: "9".repeat(21) })).toEqual({
      ok: false,
      errors: [...invalid("county"), ...invalid("postcode")],
    });
    expect(checkedOf({ county: "a\nb", postcode: 3300 })).toEqual({
      ok: false,
      errors: [...invalid("county"), ...invalid("postcode")],
    });
  });

  test("needs no price, comments or opening times: they may be unknown", () => {
    const { price: _, fee: _fee, comments: __, opening_times: ___, ...rest } = good;
    const unknown = { price: null, fee: "free", comments: "", opening_times: week("-") };
    expect(check(rest)).toEqual({ ok: true, value: { ...rest, ...unknown } });
  });

  test.each(["country", "city", "address", "latitude", "longitude"] as const)(
    "needs %s",
    (field) => {
      expect(check(without(field))).toEqual({ ok: false, errors: invalid(field) });
      expect(checkWith(field, null)).toEqual(invalid(field));
      expect(checkWith(field, "")).toEqual(invalid(field));
    },
  );

  test("reports every fault at once, in the order of the form", () => {
    const errors = check({
      ...good,
      longitude: 181,
      city: " ",
      opening_times: ["08:00-", "-", "18:00-08:00", "-", "-", "x", "-18:00"],
    });
    expect(errors).toEqual({
      ok: false,
      errors: [
        { field: "city", code: "error.parameter" },
        { field: "longitude", code: "error.parameter" },
        { field: "opening_times.0", code: "error.fillout" },
        { field: "opening_times.2", code: "error.invalidtime" },
        { field: "opening_times.5", code: "error.parameter" },
        { field: "opening_times.6", code: "error.fillout" },
      ],
    });
  });

  test.each([[null], [undefined], [[]], ["{}"], [7], [[good]]])(
    "refuses %j as a place",
    (input) => {
      expect(check(input)).toEqual({ ok: false, errors: invalid("body") });
    },
  );

  test.each([
    ["HU", stored("HU")],
    ["XK", stored("XK")],
    ["hu", invalid("country")],
    ["ZZ", invalid("country")],
    ["Hungary", invalid("country")],
    [348, invalid("country")],
  ])("country %j", (value, expected) => {
    expect(checkWith("country", value)).toEqual(expected);
  });

  test.each([
    ["city", "é".repeat(200), stored("é".repeat(200))],
    ["city", "🚽".repeat(200), stored("🚽".repeat(200))],
    ["city", "é".repeat(201), invalid("city")],
    ["city", " Fo\u030bváros ", stored("Főváros")],
    ["city", "\u200f\u200b", invalid("city")],
    ["city", "Eg\ner", invalid("city")],
    ["address", "é".repeat(300), stored("é".repeat(300))],
    ["address", "é".repeat(301), invalid("address")],
    ["address", "\ud83d", invalid("address")],
    ["comments", "🚽".repeat(2000), stored("🚽".repeat(2000))],
    ["comments", "é".repeat(2001), invalid("comments")],
    ["comments", "a".repeat(10_000), invalid("comments")],
    ["comments", "<script>alert(1)</script>", stored("<script>alert(1)</script>")],
    ["comments", " a\r\nb ", stored("a\nb")],
    ["comments", "a\0b", invalid("comments")],
    ["comments", "", stored("")],
    ["comments", null, invalid("comments")],
    ["comments", 5, invalid("comments")],
  ] as const)("%s %.30j", (field, value, expected) => {
    expect(checkWith(field, value)).toEqual(expected);
  });

  test.each([
    [null, stored(null)],
    [0, stored(0)],
    [-0, stored(0)],
    [0.01, stored(0.01)],
    [0.07, stored(0.07)],
    [1.005, invalid("price")],
    [0.001, invalid("price")],
    [1e-9, invalid("price")],
    [-0.01, invalid("price")],
    [9_999_999.98, stored(9_999_999.98)],
    [9_999_999.99, stored(9_999_999.99)],
    [9_999_999.999, invalid("price")],
    [10_000_000, invalid("price")],
    [1e300, invalid("price")],
    [Number.NaN, invalid("price")],
    [Number.POSITIVE_INFINITY, invalid("price")],
    ["200", invalid("price")],
    ["", invalid("price")],
    [true, invalid("price")],
  ])("price %s", (value, expected) => {
    const { fee: _, ...rest } = good;
    const checked = check({ ...rest, price: value });
    expect(checked.ok ? stored(checked.value.price) : checked.errors).toStrictEqual(expected);
  });

  test.each([
    ["latitude", 90, stored(90)],
    ["latitude", -90, stored(-90)],
    ["latitude", 90.0000001, invalid("latitude")],
    ["latitude", -90.0000001, invalid("latitude")],
    ["latitude", 47.49791249, stored(47.497912)],
    ["latitude", -0.0000001, stored(0)],
    ["latitude", Number.NaN, invalid("latitude")],
    ["latitude", "47.5", invalid("latitude")],
    ["longitude", 180, stored(180)],
    ["longitude", -180, stored(-180)],
    ["longitude", 180.0000001, invalid("longitude")],
    ["longitude", -180.0000001, invalid("longitude")],
    ["longitude", 19.0402355, stored(19.040236)],
    ["longitude", Number.NEGATIVE_INFINITY, invalid("longitude")],
    ["longitude", [19.04], invalid("longitude")],
  ] as const)("%s %s", (field, value, expected) => {
    expect(checkWith(field, value)).toStrictEqual(expected);
  });

  test.each([
    ["accessible", true, stored(true)],
    ["accessible", 1, invalid("accessible")],
    ["public", "true", invalid("public")],
    ["public", 0, invalid("public")],
  ] as const)("%s %j", (field, value, expected) => {
    expect(checkWith(field, value)).toEqual(expected);
  });

  test.each([
    [week("-"), stored(week("-"))],
    [week("00:00-24:00"), stored(week("00:00-24:00"))],
    [week("08:00-08:01"), stored(week("08:00-08:01"))],
    [week("08:00-08:00"), invalid("opening_times.0", "error.invalidtime")],
    [week("22:00-06:00"), invalid("opening_times.0", "error.invalidtime")],
    [week("-24:00"), invalid("opening_times.0", "error.fillout")],
    [week(""), invalid("opening_times.0")],
    [week(null), invalid("opening_times")],
    [week("-").slice(1), invalid("opening_times")],
    [[...week("-"), "-"], invalid("opening_times")],
    [[], invalid("opening_times")],
    ["-", invalid("opening_times")],
    [null, invalid("opening_times")],
    [{ length: 7 }, invalid("opening_times")],
  ])("opening_times %j", (value, expected) => {
    expect(checkWith("opening_times", value)).toEqual(expected);
  });

  test.each([
    [[], ["08:00-18:00", "-", "-", "-", "-", "-", "-"]],
    [[6], ["08:00-18:00", "-", "-", "-", "-", "-", "closed"]],
    [
      [6, 1],
      ["08:00-18:00", "closed", "-", "-", "-", "-", "closed"],
    ],
    [[1, 2, 3, 4, 5, 6], week("08:00-18:00", "closed")],
  ])("closed_days %j", (closed_days, opening_times) => {
    expect(check({ ...good, closed_days })).toMatchObject({
      ok: true,
      value: { opening_times },
    });
  });

  test("takes a week without times that is closed every day", () => {
    const { opening_times: _, ...rest } = good;
    const checked = check({ ...rest, closed_days: [0, 1, 2, 3, 4, 5, 6] });
    expect(checked).toMatchObject({ value: { opening_times: week("closed", "closed") } });
  });

  test.each([[[0]], [[7]], [[-1]], [[1.5]], [["1"]], [[1, 1]], [[null]], ["1"], [1], [null], [{}]])(
    "refuses closed_days %j of a place that has times on Mondays",
    (closed_days) => {
      expect(check({ ...good, closed_days })).toEqual({
        ok: false,
        errors: invalid("closed_days"),
      });
    },
  );

  test.each([
    [{ price: null }, { price: null, fee: "free" }],
    [{ price: 0 }, { price: 0, fee: "free" }],
    [{ price: 200 }, { price: 200, fee: "costs" }],
    [
      { price: null, fee: "free" },
      { price: null, fee: "free" },
    ],
    [
      { price: null, fee: "costs" },
      { price: null, fee: "costs" },
    ],
    [
      { price: null, fee: "unknown" },
      { price: null, fee: "unknown" },
    ],
    [{ fee: "unknown" }, { price: null, fee: "unknown" }],
    [
      { price: 0.01, fee: "costs" },
      { price: 0.01, fee: "costs" },
    ],
  ])("of %j stores %j", (given, expected) => {
    const { price: _, fee: __, ...rest } = good;
    expect(check({ ...rest, ...given })).toMatchObject({ ok: true, value: expected });
  });

  test.each([
    { price: 200, fee: "free" },
    { price: 200, fee: "unknown" },
    { price: 0, fee: "costs" },
    { price: 0, fee: "unknown" },
    { price: null, fee: "no" },
    { price: null, fee: null },
    { price: null, fee: true },
  ])("refuses %j", (given) => {
    expect(check({ ...good, ...given })).toEqual({ ok: false, errors: invalid("fee") });
  });

  test.each([
    [
      { accessible: undefined, public: undefined },
      { accessible: false, public: true, facts: {} },
    ],
    [
      { accessible: false, public: true },
      { accessible: false, public: true, facts: { wheelchair: "no", access: "everyone" } },
    ],
    [
      { accessible: true, public: false },
      { accessible: true, public: false, facts: { wheelchair: "yes", access: "restricted" } },
    ],
    [
      { accessible: false, public: undefined },
      { accessible: false, public: true, facts: { wheelchair: "no" } },
    ],
    [
      { accessible: undefined, public: false },
      { accessible: false, public: false, facts: { access: "restricted" } },
    ],
    // The facts tell more, and win.
    [
      { accessible: true, public: true, facts: { wheelchair: "limited", access: "customers" } },
      { accessible: false, public: false, facts: { wheelchair: "limited", access: "customers" } },
    ],
    [
      { accessible: false, public: true, facts: { wheelchair: "yes", shower: "no" } },
      {
        accessible: true,
        public: true,
        facts: { wheelchair: "yes", shower: "no", access: "everyone" },
      },
    ],
  ])("joins the plain facts with the others: %j", (given, expected) => {
    const { facts: _, ...rest } = good;
    const checked = check({ ...rest, ...given });
    expect(checked).toMatchObject({ ok: true });
    expect(checked.ok && checked.value).toMatchObject(expected);
    expect(checked.ok && checked.value.facts).toEqual(expected.facts);
  });

  test.each([
    [{ wheelchair: "maybe" }, "facts.wheelchair"],
    [{ door_width: 20 }, "facts.door_width"],
    [{ level: "" }, "facts.level"],
    ["yes", "facts"],
  ])("names the faulty fact of %j", (facts, field) => {
    expect(check({ ...good, facts })).toEqual({ ok: false, errors: invalid(field) });
  });

  test("stores that a position is approximate, only where it is given", () => {
    const checkedOf = (position_approximate: unknown) => check({ ...good, position_approximate });
    expect(checkedOf(true)).toStrictEqual({
      ok: true,
      value: { ...good, position_approximate: true },
    });
    expect(checkedOf(false)).toStrictEqual({ ok: true, value: good });
    for (const value of [null, 1, "true", "1"]) {
      expect(checkedOf(value)).toEqual({ ok: false, errors: invalid("position_approximate") });
    }
  });
});

describe("a text of opening hours", () => {
  const text = "Mo-Fr 08:00-12:00,13:00-18:00";

  test("is kept beside the seven entries, trimmed; an empty one is none", () => {
    const opening_hours = ` ${text} `;
    expect(check({ ...good, opening_hours })).toStrictEqual({
      ok: true,
      value: { ...good, opening_hours: text },
    });
    expect(check({ ...good, opening_hours: " " })).toStrictEqual({ ok: true, value: good });
  });

  test.each([
    ["x".repeat(256)],
    ["Mo 08:00-12:00\nTu 08:00-12:00"],
    [7],
    [null],
    [{ position: 1, part: "x", reason: "timeless" }],
  ])("is no longer than a line of OpenStreetMap's: %j", (opening_hours) => {
    expect(check({ ...good, opening_hours })).toEqual({
      ok: false,
      errors: invalid("opening_hours"),
    });
  });

  test("that the server cannot read is a fault with its place, told with all others", () => {
    const at = { position: 6, part: "25:00", reason: "unreadable" } as const;
    const schema = newPlaceSchemaWith((value) => (value === text ? null : at));
    expect(checkFields(schema, { ...good, opening_hours: text })).toMatchObject({ ok: true });
    expect(checkFields(schema, { ...good, city: "", opening_hours: "Mo-Fr 25:00" })).toStrictEqual({
      ok: false,
      errors: [...invalid("city"), { field: "opening_hours", code: "error.parameter", at }],
    });
  });
});
