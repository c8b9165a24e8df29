import { describe, expect, it, vi } from "vitest";
import { contentOf, type PlaceContent } from "#domain/edits/place-change.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { editAction, editStatus, parseFilledEdit, readEditForm } from "./edit-action.ts";

const base = contentOf(placeInGyor);

/** The sent form, filled from `base` as version 3. */
function sent(typed: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  const texts = {
    base: JSON.stringify(base),
    version: "3",
    note: "ott voltam",
    address_line1: base.address,
    place: base.city,
    country: base.country,
    latitude: "47.68",
    longitude: "17.63",
    fee: "costs",
    price: "250",
    comments: base.comments,
    hours: "daily",
    from_daily_0: "08:00",
    to_daily_0: "18:00",
    "facts.wheelchair": "yes",
    "facts.access": "customers",
    ...typed,
  };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return form;
}

/** Answers a form; the place is found as `now`, and as each of `later` after a failed attempt. */
async function run(
  form: FormData,
  {
    now = base,
    version = 3,
    later = now,
  }: { now?: PlaceContent; version?: number; later?: PlaceContent } = {},
  outcome: object = { ok: true, made: "edit", place: { version: version + 1 }, settled: false },
) {
  const findPlace = vi
    .fn()
    .mockResolvedValueOnce({ place: { version }, content: now })
    .mockResolvedValue({ place: { version: version + 1 }, content: later });
  const editPlace = vi.fn().mockResolvedValue(outcome);
  const result = await editAction(form, { findPlace, editPlace, findHoursError: () => null });
  return { result, editPlace };
}

describe("answerEdit", () => {
  it("sends on only the fields that were changed, with the version of now", async () => {
    const { result, editPlace } = await run(sent({ comments: "az emeleten" }));
    expect(result).toEqual({ kind: "edited", version: 4, settled: false });
    const edit = { comments: "az emeleten", note: "ott voltam" };
    expect(editPlace).toHaveBeenCalledExactlyOnceWith(edit, 3);
  });

  it("says so where nothing was changed", async () => {
    const { result, editPlace } = await run(sent());
    expect(result).toMatchObject({ kind: "refused", code: "edit.unchanged" });
    expect(editPlace).not.toHaveBeenCalled();
  });

  it("has no version where nothing had to change, and says whether an entry is settled", async () => {
    const made = { ok: true, made: "edit", place: { version: 3 }, settled: true };
    const { result } = await run(sent({ comments: "az emeleten" }), {}, made);
    expect(result).toEqual({ kind: "edited", version: null, settled: true });
  });

  it("goes on where the version grew and nothing is otherwise", async () => {
    const { result, editPlace } = await run(sent({ comments: "fent" }), { version: 5 });
    expect(result).toEqual({ kind: "edited", version: 6, settled: false });
    expect(editPlace.mock.calls[0][1]).toBe(5);
  });

  it("shows what others changed, keeps what was typed, and takes the rest from them", async () => {
    const now = { ...base, comments: "lent", city: "Vác" };
    const form = sent({ comments: "fent", price: "300" });
    const { result, editPlace } = await run(form, { now, version: 4 });
    expect(editPlace).not.toHaveBeenCalled();
    expect(result).toMatchObject({
      kind: "conflict",
      changes: {
        city: { from: base.city, to: "Vác" },
        comments: { from: base.comments, to: "lent" },
      },
      both: ["comments"],
      filled: {
        draft: { place: "Vác", comments: "fent", price: "300" },
        base: now,
        version: 4,
        note: "ott voltam",
      },
    });
    expect(result.kind === "conflict" && editStatus(result)).toBe(409);
  });

  it("shows what others changed while the edit was on its way", async () => {
    const later = { ...base, comments: "lent" };
    const lost = { ok: false, code: "error.conflict" };
    const { result } = await run(sent({ price: "300" }), { later }, lost);
    expect(result).toMatchObject({ kind: "conflict", both: [], filled: { version: 4 } });
  });

  it("leaves a field to the others where that was chosen", async () => {
    const form = sent({ comments: "fent", price: "300", "keep.comments": "theirs" });
    const { editPlace } = await run(form);
    expect(editPlace.mock.calls[0][0]).toEqual({ fee: "costs", price: 300, note: "ott voltam" });
  });

  it("keeps the form of an invalid edit, and of one that is refused", async () => {
    const invalid = await run(sent({ place: "" }));
    expect(invalid.result).toMatchObject({
      kind: "refused",
      errors: [{ field: "city" }],
      filled: { draft: { place: "" } },
    });
    const refused = await run(sent({ comments: "x" }), {}, { ok: false, code: "error.limit" });
    expect(refused.result).toMatchObject({ code: "error.limit", filled: { version: 3 } });
  });
});

describe("a form's own fields", () => {
  it("are read again as they were stored", () => {
    const filled = readEditForm(sent());
    expect(filled).not.toBeNull();
    expect(parseFilledEdit(JSON.parse(JSON.stringify(filled)))).toEqual(filled);
  });

  it.each([
    ["base", "{}"],
    ["base", "nothing"],
    ["base", JSON.stringify({ ...base, country: 1 })],
    ["version", "latest"],
  ])("are not those of this page with a %s of %s", (name, text) => {
    expect(readEditForm(sent({ [name]: text }))).toBeNull();
  });

  it.each([null, {}, { draft: {}, base, version: 1, note: "" }, "draft"])(
    "are not read from a stored %j",
    (stored) => expect(parseFilledEdit(stored)).toBeNull(),
  );
});
