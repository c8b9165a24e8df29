import { describe, expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { moderationQuerySchema } from "./moderation-query.ts";

const parse = (search: string, ignoreUnknownParameters = false) =>
  parseQuery(moderationQuerySchema, new URLSearchParams(search), { ignoreUnknownParameters });

describe("moderationQuerySchema", () => {
  it.each([
    ["", { part: null, page: 1 }],
    ["part=deleted", { part: "deleted", page: 1 }],
    ["part=audit&page=50", { part: "audit", page: 50 }],
  ])("parses ?%s", (search, query) => {
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
    expect(parse(search)).toEqual({ ok: false, errors: [{ field, code: "error.parameter" }] });
  });

  it("ignores unknown parameters of a page's URL", () => {
    expect(parse("utm_source=mail", true)).toEqual({ ok: true, query: { part: null, page: 1 } });
  });
});
