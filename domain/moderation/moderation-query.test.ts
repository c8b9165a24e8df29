import { describe, expect, it } from "vitest";
import { maxPlaceId } from "#domain/place/place.ts";
import { checkFields } from "#domain/reading/check-fields.ts";
import { readQuery } from "#domain/reading/read-query.ts";
import { acceptManySchema, moderationQuerySchema } from "./moderation-query.ts";

const parse = (search: string, ignoreUnknownParameters = false) =>
  readQuery(moderationQuerySchema, new URLSearchParams(search), { ignoreUnknownParameters });

describe("moderationQuerySchema", () => {
  it.each([
    ["", { part: null, page: 1 }],
    ["part=deleted", { part: "deleted", page: 1 }],
    ["part=audit&page=50", { part: "audit", page: 50 }],
  ])("reads ?%s", (search, query) => {
    expect(parse(search)).toEqual({ ok: true, query });
  });

  it.each([
    ["part=", "part"],
    ["part=constructor", "part"],
    ["part=audit&part=audit", "part"],
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["utm_source=mail", "utm_source"],
  ])("refuses ?%s", (search, field) => {
    expect(parse(search)).toEqual({ ok: false, faults: [{ field, code: "error.parameter" }] });
  });

  it("ignores unknown parameters of a page's address", () => {
    expect(parse("utm_source=mail", true)).toEqual({ ok: true, query: { part: null, page: 1 } });
  });
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("acceptManySchema", () => {
  it.each([
    ["one", [7], [7]],
    ["the highest id", [maxPlaceId], [maxPlaceId]],
    ["one named twice", [7, 8, 7], [7, 8]],
    ["a hundred", upTo(100), upTo(100)],
    ["a hundred named twice", [...upTo(100), ...upTo(100)], upTo(100)],
  ])("takes %s", (_, given, ids) => {
    expect(checkFields(acceptManySchema, { ids: given, accepted: false })).toEqual({
      ok: true,
      value: { ids },
    });
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
    expect(checkFields(acceptManySchema, input)).toEqual({ ok: false, faults });
  });
});
