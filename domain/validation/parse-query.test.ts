import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { count, flag, page, parameter, parseQuery } from "./parse-query.ts";

const schema = v.object({
  page: page(100),
  size: v.optional(count(10)),
  open: flag("only open ones"),
  even: v.optional(parameter((text) => (Number(text) % 2 === 0 ? Number(text) : null))),
});

const read = (search: string, ignoreUnknownParameters = false) =>
  parseQuery(schema, new URLSearchParams(search), { ignoreUnknownParameters });

const invalidFields = (search: string, ignoreUnknownParameters = false) => {
  const result = read(search, ignoreUnknownParameters);
  return result.ok ? [] : result.errors.map(({ field }) => field);
};

describe("parseQuery", () => {
  it("parses the parameters, with the default of an absent one", () => {
    expect(read("")).toEqual({ ok: true, query: { page: 1 } });
    expect(read("page=3&size=10&open=1&even=4")).toEqual({
      ok: true,
      query: { page: 3, size: 10, open: true, even: 4 },
    });
  });

  it.each([
    ["page=0", ["page"]],
    ["page=101", ["page"]],
    ["page=", ["page"]],
    ["size=1e1", ["size"]],
    ["size=01", ["size"]],
    ["open=0", ["open"]],
    ["open=true", ["open"]],
    ["open=1&open=1", ["open"]],
    ["even=3", ["even"]],
    ["even=4&even=4&even=4", ["even"]],
    ["z=1&even=3&size=0&z=2&a=1&page=0", ["page", "size", "even", "z", "a"]],
    ["__proto__=1&constructor=1", ["__proto__", "constructor"]],
  ])("?%s: errors of %j, those of the schema first and in its order", (search, fields) => {
    expect(invalidFields(search)).toEqual(fields);
  });

  it("ignores unknown parameters where `ignoreUnknownParameters` is set, but no malformed known one", () => {
    expect(read("utm_source=x&__proto__=1&page=2", true)).toEqual({ ok: true, query: { page: 2 } });
    expect(invalidFields("utm_source=x&page=0", true)).toEqual(["page"]);
  });
});
