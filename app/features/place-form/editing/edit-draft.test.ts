import { describe, expect, it } from "vitest";
import { parseDraft } from "#app/features/place-form/form/place-draft.ts";
import { contentOf, editFields, type PlaceContent } from "#domain/edits/place-change.ts";
import { unknownTimes } from "#domain/opening/seven-entries.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { checkEdit, draftOf, editedFields, layOver, takeField, valueAfter } from "./edit-draft.ts";

const content: PlaceContent = contentOf({
  ...placeInGyor,
  county: "Győr-Moson-Sopron",
  facts: { ...placeInGyor.facts, paper: "yes", door_width: 80, door: "balra" },
});
const draft = draftOf(content);
const edited = (part: Partial<typeof draft>) => editedFields(draft, { ...draft, ...part });
const bodyOf = (part: Partial<typeof draft>) => {
  const changed = { ...draft, ...part };
  const checked = checkEdit(changed, { fields: editedFields(draft, changed), note: "" });
  return checked.ok ? checked.value : checked.errors;
};

describe("a form filled with a place", () => {
  it("has nothing edited, and can be stored", () => {
    expect(edited({})).toEqual([]);
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it.each<Partial<typeof draft>>([
    { comments: "  az aluljáróban\r\n" },
    { price: "250,00" },
    { latitude: "47,680000" },
    { address_line1: "Széchenyi tér", address_line2: "1." },
  ])("takes %j for what is stored", (part) => expect(edited(part)).toEqual([]));

  it.each([
    [{ comments: "" }, "comments"],
    [{ price: "" }, "fee"],
    [{ price: "sok" }, "fee"],
    [{ latitude: "" }, "position"],
    [{ isApproximate: true }, "position"],
    [{ address_line2: "I. emelet" }, "address"],
    [{ county: "" }, "county"],
    [{ facts: { ...draft.facts, paper: "" } }, "paper"],
    [{ facts: { ...draft.facts, door_width: "90" } }, "door_width"],
  ] as const)("takes %j for an edit of %s", (part, field) => {
    expect(edited(part)).toEqual([field]);
  });

  it.each([
    ["seven entries", contentOf(placeInGyor).hours],
    ["a night", { ...content.hours, opening_times: Array<string>(7).fill("22:00-04:00") }],
    [
      "a closed day",
      {
        ...content.hours,
        opening_times: ["-"].concat(Array(6).fill("08:00-18:00")),
        closed_days: [0],
      },
    ],
    [
      "nothing",
      { opening_times: Array<string>(7).fill("-"), closed_days: [], opening_hours: null },
    ],
    ["a text beyond the choices", { ...content.hours, opening_hours: "sunrise-sunset; PH off" }],
    ["a usual text in another writing", { ...content.hours, opening_hours: "Mo-Su 8:00-18:00" }],
  ])("leaves hours of %s as they are", (_, hours) => {
    const filled = draftOf({ ...content, hours });
    expect(editedFields(filled, { ...filled, comments: "más" })).toEqual(["comments"]);
  });

  it("takes a line break for the same in two characters, and no word for no amount", () => {
    const fee = { fee: "costs", price: null } as const;
    const filled = draftOf({ ...content, comments: "fent,\nbalra", fee });
    expect(editedFields(filled, { ...filled, comments: "fent,\r\nbalra" })).toEqual([]);
    expect(editedFields(filled, { ...filled, price: "sok" })).toEqual(["fee"]);
  });

  it("sends what was edited and nothing else", () => {
    expect(bodyOf({ comments: "az emeleten" })).toEqual({ comments: "az emeleten", note: "" });
    expect(bodyOf({ facts: { ...draft.facts, paper: "", shower: "no" } })).toEqual({
      facts: { paper: null, shower: "no" },
      note: "",
    });
    expect(bodyOf({ county: " ", price: "" })).toEqual({
      county: null,
      fee: "costs",
      price: null,
      note: "",
    });
    expect(bodyOf({ hours: { ...draft.hours, kind: "always" } })).toEqual({
      opening_hours: "24/7",
      note: "",
    });
    expect(bodyOf({ hours: { ...draft.hours, kind: "unknown" } })).toEqual({
      ...{ opening_hours: null, opening_times: null, closed_days: null },
      note: "",
    });
  });

  it.each([
    [{ place: " " }, "city"],
    [{ price: "sok" }, "price"],
    [{ fee: "free" }, "fee"],
    [{ longitude: "kelet" }, "longitude"],
    [{ facts: { ...draft.facts, door_width: "5" } }, "facts.door_width"],
    [{ hours: { ...draft.hours, kind: "text" } }, "opening_hours"],
  ] as const)("finds the error of %j", (part, field) => {
    expect(bodyOf(part)).toMatchObject([{ field }]);
  });
});

describe("layOver", () => {
  const now: PlaceContent = { ...content, comments: "mögötte", city: "Győrszemere", paper: "no" };

  it("keeps what was edited, and takes all else as it is now", () => {
    const mine = { ...draft, comments: "az emeleten" };
    const laid = layOver(now, { base: content, draft: mine });
    expect(laid).toEqual({ ...draftOf(now), comments: "az emeleten" });
    expect(editedFields(draftOf(now), laid)).toEqual(["comments"]);
  });

  it("keeps only the fields that count", () => {
    const mine = { ...draft, comments: "az emeleten", place: "Vác" };
    const laid = layOver(now, { base: content, draft: mine, fields: ["city"] });
    expect(laid).toMatchObject({ comments: "mögötte", place: "Vác" });
  });
});

it.each([
  [{ comments: "  az emeleten " }, "comments", "az emeleten"],
  [{ county: " " }, "county", null],
  [{ price: "300,50" }, "fee", { fee: "costs", price: 300.5 }],
  [{ facts: { ...draft.facts, paper: "" } }, "paper", null],
  [{ latitude: "47.7" }, "position", { latitude: 47.7, longitude: 17.63, approximate: false }],
  // Of a value that cannot be stored, and of one that is stored already, there is none.
  [{ price: "sok" }, "fee", undefined],
  [{ place: "" }, "city", undefined],
  [{}, "comments", undefined],
] as const)("says of a form with %j as %s %j", (part, field, value) => {
  expect(valueAfter(content, { ...draft, ...part }, field)).toEqual(value);
});

it("says hours as their text, or that they are not known", () => {
  const text = (kind: "always" | "unknown") =>
    valueAfter(content, { ...draft, hours: { ...draft.hours, kind } }, "hours");
  expect(text("always")).toMatchObject({ opening_hours: "24/7" });
  expect(text("unknown")).toMatchObject({ opening_hours: null, opening_times: unknownTimes });
});

it("takes each field from another draft, and no other", () => {
  const other = draftOf({
    ...content,
    ...{ country: "AT", city: "Bécs", address: "Ring 1", county: null, postcode: "1010" },
    ...{ fee: { fee: "free", price: null }, comments: "", paper: "no" },
    position: { latitude: 48.2, longitude: 16.37, approximate: true },
    hours: { ...content.hours, opening_hours: "24/7" },
  });
  const fields = editedFields(draft, other);
  expect(fields).toEqual(
    editFields.filter((field) => editFields.indexOf(field) < 9 || field === "paper"),
  );
  for (const field of fields) {
    expect(editedFields(draft, takeField(draft, field, other))).toEqual([field]);
  }
});
