import { describe, expect, it } from "vitest";
import { copyToAllDays } from "./copy-to-all-days.ts";
import { faultyInput } from "./faulty-input.ts";
import { needsConfirmation } from "./needs-confirmation.ts";
import { canSend, emptyDraft, isDetailed, positionOf, withPosition } from "./place-draft.ts";
import { readDraftForm } from "./read-draft-form.ts";
import { readReviewed } from "./reviewed.ts";
import { parseDraft } from "./stored-draft.ts";

const placed = withPosition(emptyDraft, [19.0402351, 47.4979124]);

describe("where a draft is", () => {
  it("is kept to six decimals", () => {
    expect(placed).toMatchObject({ longitude: "19.040235", latitude: "47.497912" });
    expect(positionOf(placed)).toEqual([19.040235, 47.497912]);
  });

  it("is nowhere before a point is chosen, and outside the earth", () => {
    expect(positionOf(emptyDraft)).toBeNull();
    expect(positionOf({ ...placed, latitude: "90.1" })).toBeNull();
  });

  it("can be sent with the detailed address open, by hand only with a point", () => {
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

it.each([
  ["address", "exact", false],
  ["address", "high", false],
  ["address", "medium", true],
  ["address", "low", true],
  ["address", null, true],
  ["manual", null, false],
] as const)(
  "in mode %s with confidence %s asks for a second look: %s",
  (mode, confidence, asks) => {
    expect(needsConfirmation({ ...placed, mode, confidence })).toBe(asks);
  },
);

it("copies a day to all others, closed or not", () => {
  const tuesday = { from: "08:00", to: "16:00", isClosed: false };
  const days = emptyDraft.days.with(1, tuesday).with(3, { from: "", to: "", isClosed: true });
  expect(copyToAllDays(days, 1)).toEqual(Array(7).fill(tuesday));
  expect(copyToAllDays(days, 3)[0].isClosed).toBe(true);
});

it("knows which input a fault is about, of half a day the empty one", () => {
  const days = emptyDraft.days.with(2, { from: "08:00", to: "", isClosed: false });
  const nameOf = (field: string) =>
    faultyInput({ field, code: "error.parameter" }, { ...emptyDraft, days });
  expect(["city", "address", "price"].map(nameOf)).toEqual(["place", "address_line1", "price"]);
  expect(["opening_times.2", "opening_times.0"].map(nameOf)).toEqual(["to_2", "from_0"]);
});

describe("a draft that comes back", () => {
  it("from a form is what was typed, and empty where nothing was", () => {
    const form = new FormData();
    expect(readDraftForm(form)).toEqual({ ...emptyDraft, country: "", public: false });
    for (const [name, value] of Object.entries({
      mode: "manual",
      confidence: "high",
      place: "Pécs",
      public: "1",
      from_6: "10:00",
      closed_5: "1",
    })) {
      form.set(name, value);
    }
    const draft = readDraftForm(form);
    expect(draft).toMatchObject({
      mode: "manual",
      confidence: "high",
      place: "Pécs",
      public: true,
    });
    expect(draft.days[6].from).toBe("10:00");
    expect(draft.days[5].isClosed).toBe(true);
  });

  it("from a form that makes things up has none of it", () => {
    const form = new FormData();
    form.set("confidence", "certain");
    form.set("mode", "guess");
    form.set("reviewed", "everything");
    form.set("place", new File([], "x"));
    expect(readDraftForm(form)).toMatchObject({ confidence: null, mode: "address", place: "" });
    expect(readReviewed(form)).toBe("nothing");
  });

  it("from storage is taken only when it is one", () => {
    const stored = (value: unknown) => parseDraft(JSON.parse(JSON.stringify(value)));
    const { days, ...rest } = emptyDraft;
    expect(stored(placed)).toEqual(placed);
    expect(stored({ ...placed, confidence: "high" })).not.toBeNull();
    for (const other of [null, 3, {}, rest, { ...rest, days: days.slice(1) }]) {
      expect(stored(other)).toBeNull();
    }
    expect(stored({ ...placed, price: 3 })).toBeNull();
    expect(stored({ ...placed, extra: "" })).toBeNull();
  });
});
