import { describe, expect, it } from "vitest";
import { parseQuery } from "#domain/validation/parse-query.ts";
import {
  moderationQuerySchema,
  parseReportFilter,
  type ReportFilter,
  reportFilterText,
} from "./moderation-query.ts";

const parse = (search: string, ignoreUnknownParameters = false) =>
  parseQuery(moderationQuerySchema, new URLSearchParams(search), { ignoreUnknownParameters });

describe("moderationQuerySchema", () => {
  it.each([
    ["", {}],
    ["part=deleted", { part: "deleted" }],
    ["part=audit&page=50", { part: "audit", page: 50 }],
    ["by_place=1&reason=hours", { isByPlace: true, filter: { reason: "hours" } }],
    ["part=reviews&reason=spam", { part: "reviews", filter: { reason: "spam" } }],
    [
      "from=visitors&sender=a-b&since=2026-05-08T11:00:00.000Z",
      { filter: { from: "visitors", sender: "a-b", since: "2026-05-08T11:00:00.000Z" } },
    ],
  ])("parses ?%s", (search, query) => {
    const all = { part: null, page: 1, isByPlace: false, filter: {} };
    expect(parse(search)).toEqual({ ok: true, query: { ...all, ...query } });
  });

  it.each([
    ["part=", "part"],
    ["part=constructor", "part"],
    ["part=audit&part=audit", "part"],
    ["page=0", "page"],
    ["page=1.5", "page"],
    ["utm_source=mail", "utm_source"],
    ["by_place=0", "by_place"],
    ["reason=dirty", "reason"],
    ["from=imports", "from"],
    ["sender=", "sender"],
    ["sender=%00", "sender"],
    ["since=2026-05-08", "since"],
    ["since=2026-02-30T11:00:00.000Z", "since"],
    ["since=%2B010000-01-01T00:00:00.000Z", "since"],
  ])("refuses ?%s", (search, field) => {
    expect(parse(search)).toEqual({ ok: false, errors: [{ field, code: "error.parameter" }] });
  });

  it("ignores unknown parameters of a page's URL", () => {
    expect(parse("utm_source=mail", true)).toMatchObject({ ok: true, query: { page: 1 } });
  });
});

describe("parseReportFilter", () => {
  it.each([
    ["", {}],
    ["reason=hours&from=accounts", { reason: "hours", from: "accounts" }],
    ["sender=a+b%26c", { sender: "a b&c" }],
    ["since=2026-05-08T11%3A00%3A00.000Z", { since: "2026-05-08T11:00:00.000Z" }],
  ])("reads what reportFilterText writes: %s", (text, filter) => {
    expect(parseReportFilter(text)).toEqual(filter);
    expect(reportFilterText(filter as ReportFilter)).toBe(text);
  });

  it.each(["reason=dirty", "page=1", "from=accounts&from=visitors"])("refuses %s", (text) => {
    expect(parseReportFilter(text)).toBeNull();
  });
});
