import { describe, expect, it } from "vitest";
import { checkAcceptMany } from "./check-accept-many.ts";
import { maxPlaceId } from "./place-id.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("checkAcceptMany", () => {
  it.each([
    ["one", [7], [7]],
    ["the highest id", [maxPlaceId], [maxPlaceId]],
    ["one named twice", [7, 8, 7], [7, 8]],
    ["a hundred", upTo(100), upTo(100)],
    ["a hundred named twice", [...upTo(100), ...upTo(100)], upTo(100)],
  ])("takes %s", (_, given, ids) => {
    expect(checkAcceptMany({ ids: given, accepted: false })).toEqual({ ok: true, ids });
  });

  it.each([
    ["none", { ids: [] }],
    ["a hundred and one", { ids: upTo(101) }],
    ["0", { ids: [0] }],
    ["a fraction", { ids: [1.5] }],
    ["one too high", { ids: [maxPlaceId + 1] }],
    ["text", { ids: ["7"] }],
    ["no list", { ids: 7 }],
    ["a hole", { ids: [7, null] }],
    ["no ids", {}],
    ["a list", [7]],
    ["nothing", null],
    ["a word", "ids"],
  ])("refuses %s", (_, input) => {
    const faults = [{ field: "ids", code: "error.parameter" }];
    expect(checkAcceptMany(input)).toEqual({ ok: false, faults });
  });
});
