import { describe, expect, it, test } from "vitest";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { isPageView, isProgram, Usage } from "./usage.ts";

const usageAt = (instant: string) => new Usage(() => new Date(instant));

test("adds the counts of several processes, by day", async () => {
  await using db = await createTestDatabase();
  const one = usageAt("2026-06-09T23:59:59.999Z");
  const other = usageAt("2026-06-10T00:00:00Z");
  one.record("page-view");
  one.record("page-view");
  other.record("page-view");
  await one.store(db.database);
  await other.store(db.database);
  other.record("page-view");
  other.record("nearest");
  await other.store(db.database);
  await other.store(db.database);
  expect(await other.read(db.database)).toEqual([
    { day: "2026-06-09", counts: { "page-view": 2, "empty-search": 0, nearest: 0 } },
    { day: "2026-06-10", counts: { "page-view": 2, "empty-search": 0, nearest: 1 } },
  ]);
});

test("returns thirty days, including counts that are not stored yet", async () => {
  await using db = await createTestDatabase();
  const usage = usageAt("2026-06-30T12:00:00Z");
  usage.record("nearest", 1, "2026-05-31");
  usage.record("nearest", 2, "2026-06-01");
  await usage.store(db.database);
  usage.record("nearest", 3);
  usage.record("nearest", 4, "2026-05-31");
  const days = await usage.read(db.database);
  expect(days.map(({ day, counts }) => [day, counts.nearest])).toEqual([
    ["2026-06-01", 2],
    ["2026-06-30", 3],
  ]);
});

test("keeps its counts for the next time where the database is unavailable", async () => {
  const lost = await createTestDatabase();
  await lost[Symbol.asyncDispose]();
  await using db = await createTestDatabase();
  const usage = usageAt("2026-06-10T12:00:00Z");
  usage.record("page-view");
  await expect(usage.store(lost.database)).rejects.toThrow();
  usage.record("page-view");
  await usage.store(db.database);
  expect((await usage.read(db.database))[0].counts["page-view"]).toBe(2);
});

test("counts a search that finds nothing once for all its letters", async () => {
  await using db = await createTestDatabase();
  const usage = usageAt("2026-06-10T12:00:00Z");
  for (const session of ["one", "one", "other", null, null]) usage.recordEmptySearch(session);
  expect((await usage.read(db.database))[0].counts["empty-search"]).toBe(4);
});

describe("isProgram", () => {
  it.each([
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true],
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36", true],
    ["curl/8.5.0", true],
    ["python-requests/2.31", true],
    ["Prometheus-Monitor/2", true],
    ["", true],
    [undefined, true],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      false,
    ],
    ["Mozilla/5.0 (Linux; Android 14; CUBOT X18) Chrome/120.0 Mobile Safari/537.36", false],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", false],
  ])("%s: %s", (userAgent, expected) => {
    expect(isProgram(userAgent)).toBe(expected);
  });
});

describe("isPageView", () => {
  it.each([
    ["document", true],
    [undefined, true],
    ["empty", false],
    ["iframe", false],
    ["", false],
  ])("%s: %s", (destination, expected) => {
    expect(isPageView(destination)).toBe(expected);
  });
});
