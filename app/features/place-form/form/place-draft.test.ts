import { describe, expect, it } from "vitest";
import { invalidInput } from "./field-error-text.ts";
import {
  canSend,
  emptyDraft,
  isDetailed,
  needsConfirmation,
  parseDraft,
  positionOf,
  withChosenPoint,
  withPosition,
  withTyped,
} from "./place-draft.ts";
import { readChecked, readDraftForm } from "./read-draft-form.ts";
import { isPinMissing, roughPrecisionOf } from "./rough-match.ts";

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
    form.set("checked", "everything");
    form.set("place", new File([], "x"));
    expect(readDraftForm(form)).toMatchObject({
      confidence: null,
      mode: "address",
      place: "",
      precision: null,
      fee: "unknown",
    });
    expect(readChecked(form)).toBe("nothing");
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
