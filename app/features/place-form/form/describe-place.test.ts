import { describe, expect, it } from "vitest";
import { newPlaceSchema } from "#domain/place/new-place.ts";
import { checkFields } from "#domain/reading/check-fields.ts";
import { aroundTheClock, type DayTimes } from "./day-times.ts";
import { checkDraft, describePlace } from "./describe-place.ts";
import { emptyDraft, type PlaceDraft } from "./place-draft.ts";

const draft: PlaceDraft = {
  ...emptyDraft,
  address_line1: " Fő tér 1. ",
  address_line2: "udvar",
  place: "Szeged",
  county: "Csongrád-Csanád",
  postcode: "6720",
  latitude: "46,2530",
  longitude: "20.1414",
};

const dayOf = (from: string, to: string, isClosed = false): DayTimes => ({ from, to, isClosed });
const firstDay = (day: DayTimes) =>
  describePlace({ ...draft, days: draft.days.with(0, day) }).opening_times[0];

describe("a draft as a place", () => {
  it("can be added, with all its fields", () => {
    const described = describePlace(draft);
    expect(described).toMatchObject({
      city: "Szeged",
      country: "HU",
      address: "Fő tér 1. udvar",
      county: "Csongrád-Csanád",
      postcode: "6720",
      latitude: 46.253,
      longitude: 20.1414,
      price: null,
    });
    const place = { county: "Csongrád-Csanád", postcode: "6720" };
    expect(checkFields(newPlaceSchema, described)).toMatchObject({ ok: true, value: place });
  });

  it("has an address of one line where there is no second", () => {
    expect(describePlace({ ...draft, address_line2: "  " }).address).toBe("Fő tér 1.");
    expect(describePlace({ ...draft, address_line1: "", address_line2: "" }).address).toBe("");
  });

  it.each([
    ["unknown", "", "unknown", null],
    ["free", "", "free", null],
    ["costs", "", "costs", null],
    ["costs", "200", "costs", 200],
    // Without script an amount can be typed without the answer.
    ["unknown", "200", "costs", 200],
  ] as const)("answered %s with an amount of '%s' is kept as %s, %s", (fee, typed, kept, price) => {
    const checked = checkFields(newPlaceSchema, describePlace({ ...draft, fee, price: typed }));
    expect(checked).toMatchObject({ ok: true, value: { fee: kept, price } });
  });

  it("says neither 'free' nor 'costs' without an answer", () => {
    expect(describePlace(emptyDraft)).toMatchObject({ fee: "unknown", price: null });
  });

  it.each([
    ["free", "200"],
    ["costs", "0"],
  ] as const)("is refused as %s with an amount of %s", (fee, price) => {
    expect(checkFields(newPlaceSchema, describePlace({ ...draft, fee, price }))).toEqual({
      ok: false,
      faults: [{ field: "fee", code: "error.parameter" }],
    });
  });

  it.each([
    ["settlement", false, false],
    ["district", false, false],
    ["street", false, false],
    ["settlement", true, true],
    ["address", false, true],
    [null, false, true],
  ] as const)(
    "at the point of a %s, approximate: %s, can be sent: %s",
    (precision, isApproximate, ok) => {
      const checked = checkDraft({ ...draft, precision, isApproximate });
      if (ok)
        expect(checked.ok && (checked.value.position_approximate ?? false)).toBe(isApproximate);
      else
        expect(checked).toEqual({ ok: false, faults: [{ field: "pin", code: "error.parameter" }] });
    },
  );

  it("asks for the pin together with all other faults", () => {
    const checked = checkDraft({ ...draft, place: "", precision: "street" });
    expect(checked).toMatchObject({ faults: [{ field: "city" }, { field: "pin" }] });
  });

  it.each([
    ["", null],
    ["0", 0],
    ["2,5", 2.5],
    ["300", 300],
  ])("costs %j as %j", (price, expected) => {
    expect(describePlace({ ...draft, price }).price).toBe(expected);
  });

  it.each(["x", "-1", "0.001"])("is refused at a price of %j", (price) => {
    expect(checkFields(newPlaceSchema, describePlace({ ...draft, price }))).toEqual({
      ok: false,
      faults: [{ field: "price", code: "error.parameter" }],
    });
  });

  it("is refused without a point", () => {
    const checked = checkFields(
      newPlaceSchema,
      describePlace({ ...draft, latitude: "", longitude: "east" }),
    );
    expect(checked).toMatchObject({ faults: [{ field: "latitude" }, { field: "longitude" }] });
  });
});

describe("a day's times", () => {
  it.each([
    [dayOf("", ""), "-"],
    [dayOf("08:00", "18:00"), "08:00-18:00"],
    [dayOf("08:00", "00:00"), "08:00-24:00"],
    [dayOf("00:00", "00:01"), "00:00-00:01"],
    [aroundTheClock[6], "00:00-24:00"],
    [dayOf("", "00:00"), "-24:00"],
    [dayOf("08:00", "18:00", true), "-"],
    [dayOf("08:00", "", true), "-"],
    [dayOf("08:00", ""), "08:00-"],
    [dayOf("", "18:00"), "-18:00"],
  ])("%j are %j", (day, text) => {
    expect(firstDay(day)).toBe(text);
  });

  it("are closed where the box is ticked, whatever times are still in the fields", () => {
    const days = draft.days.with(1, dayOf("", "", true)).with(6, dayOf("08:00", "18:00", true));
    const described = describePlace({ ...draft, days });
    expect(described.closed_days).toEqual([1, 6]);
    expect(checkFields(newPlaceSchema, described)).toMatchObject({
      value: { opening_times: ["-", "closed", "-", "-", "-", "-", "closed"] },
    });
  });

  it.each([
    ["08:00", "", "error.fillout"],
    ["", "18:00", "error.fillout"],
    ["08:00", "08:00", "error.invalidtime"],
    ["08:00", "07:59", "error.invalidtime"],
  ])("from %j to %j are %s", (from, to, code) => {
    const days = draft.days.with(6, dayOf(from, to));
    expect(checkFields(newPlaceSchema, describePlace({ ...draft, days }))).toEqual({
      ok: false,
      faults: [{ field: "opening_times.6", code }],
    });
  });

  it("from 08:00 to 08:01 are good", () => {
    const days = draft.days.with(6, dayOf("08:00", "08:01"));
    expect(checkFields(newPlaceSchema, describePlace({ ...draft, days }))).toMatchObject({
      ok: true,
    });
  });
});
