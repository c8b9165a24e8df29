import { describe, expect, it } from "vitest";
import { noHours } from "#app/features/place-form/hours/hours-draft.ts";
import { newPlaceSchema } from "#domain/place/new-place.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { invalidInput } from "./field-error-text.ts";
import {
  canSend,
  checkDraft,
  describePlace,
  emptyDraft,
  isDetailed,
  isPinMissing,
  needsConfirmation,
  type PlaceDraft,
  parseDraft,
  positionOf,
  readDraftForm,
  roughPrecisionOf,
  withChosenPoint,
  withPosition,
  withTyped,
} from "./place-draft.ts";

const placed = withPosition(emptyDraft, [19.0402351, 47.4979124]);

describe("the position of a draft", () => {
  it("is stored to six decimals", () => {
    expect(placed).toMatchObject({ longitude: "19.040235", latitude: "47.497912" });
    expect(positionOf(placed)).toEqual([19.040235, 47.497912]);
  });

  it("is null before a point is chosen, and outside the earth", () => {
    expect(positionOf(emptyDraft)).toBeNull();
    expect(positionOf({ ...placed, latitude: "90.1" })).toBeNull();
  });

  it("can be sent with the detailed address open, on the map only with a point", () => {
    const typed = { ...emptyDraft, place: "Szeged" };
    expect([canSend(emptyDraft), canSend(typed), canSend(placed)]).toEqual([false, true, true]);
    const byHand = { mode: "manual" } as const;
    expect([canSend({ ...typed, ...byHand }), canSend({ ...placed, ...byHand })]).toEqual([
      false,
      true,
    ]);
    expect(isDetailed(emptyDraft)).toBe(false);
  });
});

describe("a point that represents more than a house", () => {
  const rough = { ...placed, precision: "settlement" } as const;

  it("needs the pin until it is set, or the position is marked as approximate", () => {
    expect(roughPrecisionOf(rough)).toBe("settlement");
    expect(isPinMissing(rough)).toBe(true);
    expect(isPinMissing({ ...rough, isApproximate: true })).toBe(false);
    expect(isPinMissing(withChosenPoint(rough, [19.05, 47.5]))).toBe(false);
    expect(isPinMissing({ ...rough, precision: "address" })).toBe(false);
    expect(isPinMissing({ ...emptyDraft, precision: "settlement" })).toBe(false);
  });

  it("is replaced with the pin; the mark of a point on the map stays", () => {
    const approximate = { ...rough, isApproximate: true };
    expect(withChosenPoint(approximate, [19, 47])).toMatchObject({
      precision: null,
      isApproximate: false,
    });
    const onMap = { ...approximate, precision: null };
    expect(withChosenPoint(onMap, [19, 47]).isApproximate).toBe(true);
  });

  it("is still the town's where a street is typed afterwards", () => {
    const typed = withTyped(rough, "address_line1", { value: "Piac utca 77" });
    expect(typed).toMatchObject({ address_line1: "Piac utca 77", precision: "settlement" });
    expect(isPinMissing(typed)).toBe(true);
  });
});

it.each([
  ["address_line1", "Piac utca 77", "Piac utca 7", "street"],
  ["address_line1", "Piac utca 7/A", "Piac utca 7", "street"],
  ["address_line1", "Fő tér", "Piac utca 7", "street"],
  ["address_line1", "Fő tér", "", "street"],
  ["address_line1", "Piac utca 7", "Piac utca 7", "address"],
  ["address_line1", "Piac utca 7, udvar", "Piac utca 7", "address"],
  ["address_line2", "udvar", "", "address"],
  ["postcode", "4024", "4025", "address"],
  ["place", "Szeged", "Debrecen", "settlement"],
  ["country", "RO", "HU", "settlement"],
] as const)(
  "%s typed as %j over %j makes the point of a house one of: %s",
  (name, value, filled, to) => {
    const house = { ...placed, precision: "address", confidence: "exact" } as const;
    const typed = withTyped(house, name, { value, filled });
    expect(typed).toMatchObject({ [name]: value, precision: to });
    expect(typed.confidence).toBe(name === "address_line2" ? "exact" : null);
  },
);

it.each([
  ["address", "exact", false],
  ["address", "high", false],
  ["address", "medium", true],
  ["address", "low", true],
  ["address", null, true],
  ["manual", null, false],
] as const)(
  "in mode %s with confidence %s asks for a second look: %s",
  (mode, confidence, needs) => {
    expect(needsConfirmation({ ...placed, mode, confidence })).toBe(needs);
  },
);

it("knows which input an error is about", () => {
  const nameOf = (field: string) => invalidInput({ field, code: "error.parameter" }, emptyDraft);
  expect(["city", "address", "price"].map(nameOf)).toEqual(["place", "address_line1", "price"]);
  expect(["facts.level", "hours.mo.0", "opening_hours"].map(nameOf)).toEqual([
    "facts.level",
    "from_mo_0",
    "opening_hours",
  ]);
});

describe("a restored draft", () => {
  it("from a form has the typed values, and empty ones where fields are missing", () => {
    const form = new FormData();
    expect(readDraftForm(form)).toEqual({ ...emptyDraft, country: "" });
    for (const [name, value] of Object.entries({
      mode: "manual",
      confidence: "high",
      place: "Pécs",
      "facts.access": "customers",
      precision: "district",
      position_approximate: "1",
      fee: "costs",
      hours: "days",
      from_su_0: "10:00",
    })) {
      form.set(name, value);
    }
    const draft = readDraftForm(form);
    expect(draft).toMatchObject({
      mode: "manual",
      confidence: "high",
      place: "Pécs",
      facts: { ...emptyDraft.facts, access: "customers" },
      precision: "district",
      isApproximate: true,
      fee: "costs",
    });
    expect(draft.hours.kind).toBe("days");
    expect(draft.hours.groups.su.ranges[0].from).toBe("10:00");
  });

  it("from a form with invalid values has none of them", () => {
    const form = new FormData();
    form.set("confidence", "certain");
    form.set("mode", "guess");
    form.set("precision", "exact");
    form.set("fee", "cheap");
    form.set("place", new File([], "x"));
    expect(readDraftForm(form)).toMatchObject({
      confidence: null,
      mode: "address",
      place: "",
      precision: null,
      fee: "unknown",
    });
  });

  it("from storage is taken only in the right shape", () => {
    const stored = (value: unknown) => parseDraft(JSON.parse(JSON.stringify(value)));
    const { hours, ...rest } = emptyDraft;
    expect(stored(placed)).toEqual(placed);
    expect(stored({ ...placed, confidence: "high" })).not.toBeNull();
    for (const other of [null, 3, {}, rest, { ...rest, hours: { ...hours, season: {} } }]) {
      expect(stored(other)).toBeNull();
    }
    expect(stored({ ...placed, price: 3 })).toBeNull();
    expect(stored({ ...placed, extra: "" })).toBeNull();
  });
});

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
