import { describe, expect, it } from "vitest";
import { noHours } from "#app/features/place-form/hours/hours-draft.ts";
import { newPlaceSchema } from "#domain/place/new-place.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
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

  it("has a text of opening hours where hours are given, and none where they are not", () => {
    expect(describePlace(draft).opening_hours).toBe("");
    const hours = { ...noHours, kind: "always" } as const;
    expect(describePlace({ ...draft, hours }).opening_hours).toBe("24/7");
    expect(checkDraft({ ...draft, hours })).toMatchObject({ value: { opening_hours: "24/7" } });
  });

  it("has the errors of its hours with all others, those of a text by the given parser", () => {
    const season = { ...noHours, kind: "always", isSeasonal: true } as const;
    expect(checkDraft({ ...draft, place: "", hours: season, precision: "street" })).toMatchObject({
      errors: [{ field: "city" }, { field: "hours.season" }, { field: "pin" }],
    });
    const hours = { ...noHours, kind: "text", text: "8-" } as const;
    expect(checkDraft({ ...draft, hours }).ok).toBe(true);
    const at = { position: 0, part: "8-", reason: "unreadable" } as const;
    expect(checkDraft({ ...draft, hours }, () => at)).toEqual({
      ok: false,
      errors: [{ field: "opening_hours", code: "error.parameter", at }],
    });
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
  ] as const)("answered %s with an amount of '%s' is kept as %s, %s", (fee, typed, rest, price) => {
    const checked = checkFields(newPlaceSchema, describePlace({ ...draft, fee, price: typed }));
    expect(checked).toMatchObject({ ok: true, value: { fee: rest, price } });
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
      errors: [{ field: "fee", code: "error.parameter" }],
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
        expect(checked).toEqual({ ok: false, errors: [{ field: "pin", code: "error.parameter" }] });
    },
  );

  it("asks for the pin together with all other errors", () => {
    const checked = checkDraft({ ...draft, place: "", precision: "street" });
    expect(checked).toMatchObject({ errors: [{ field: "city" }, { field: "pin" }] });
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
      errors: [{ field: "price", code: "error.parameter" }],
    });
  });

  it("is refused without a point", () => {
    const checked = checkFields(
      newPlaceSchema,
      describePlace({ ...draft, latitude: "", longitude: "east" }),
    );
    expect(checked).toMatchObject({ errors: [{ field: "latitude" }, { field: "longitude" }] });
  });
});
