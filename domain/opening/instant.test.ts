import { describe, expect, it } from "vitest";
import { instantOf, isOfToday, nextWallTimes, parseWallTime, wallTimeLimits } from "./instant.ts";

const zone = "Europe/Budapest";
const now = new Date("2026-03-01T09:30:40Z");

describe("parseWallTime", () => {
  it.each(["2026-12-24T15:00", "2028-02-29T23:59", "2026-03-29T02:30"])("takes %s", (text) => {
    expect(parseWallTime(text)).toBe(text);
  });
  it.each([
    ...["", "now", "2026-12-24", "2026-12-24 15:00", "2026-12-24T15:00:00", "2026-12-24T15:00Z"],
    ...["2026-02-29T10:00", "2026-13-01T10:00", "2026-12-24T24:00", "2026-12-24T15:60"],
  ])("refuses %j", (text) => {
    expect(parseWallTime(text)).toBeNull();
  });
});

describe("instantOf", () => {
  it("is now without a time", () => {
    expect(instantOf(undefined, now, zone)).toEqual({ at: now, now });
  });

  it.each([
    ["the minute that is passing", "2026-03-01T10:30", "2026-03-01T09:30:00Z"],
    ["a time in summer", "2026-07-01T10:00", "2026-07-01T08:00:00Z"],
    ["the last minute before summer time", "2026-03-29T01:59", "2026-03-29T00:59:00Z"],
    ["the first minute of summer time", "2026-03-29T03:00", "2026-03-29T01:00:00Z"],
    ["the first of two equal hours in autumn", "2026-10-25T02:30", "2026-10-25T00:30:00Z"],
    ["a year and a day ahead", "2027-03-02T10:30", "2027-03-02T09:30:00Z"],
  ])("is %s", (_, at, instant) => {
    expect(instantOf(at, now, zone)).toEqual({ at: new Date(instant), now });
  });

  it.each([
    ["the minute before", "2026-03-01T10:29"],
    ["the hour that is skipped in spring", "2026-03-29T02:00"],
    ["its last minute", "2026-03-29T02:59"],
    ["a minute too far", "2027-03-02T10:31"],
    ["a day alone", "2026-12-24"],
    ["another text", "soon"],
  ])("is not %s", (_, at) => {
    expect(instantOf(at, now, zone)).toBeNull();
  });

  it("is by the zone's clock", () => {
    const at = "2026-07-01T10:00";
    const helsinki = instantOf(at, now, "Europe/Helsinki")?.at;
    const stockholm = instantOf(at, now, "Europe/Stockholm")?.at;
    expect([helsinki, stockholm]).toEqual([
      new Date("2026-07-01T07:00:00Z"),
      new Date("2026-07-01T08:00:00Z"),
    ]);
  });
});

it("is of today until midnight of the place", () => {
  const of = (at: string) => isOfToday(instantOf(at, now, zone)!, zone);
  expect([of("2026-03-01T23:59"), of("2026-03-02T00:00")]).toEqual([true, false]);
  expect(isOfToday({ at: now, now }, zone)).toBe(true);
});

describe("the times that are offered", () => {
  it.each([
    ["2026-03-01T20:59:59Z", { tonight: "2026-03-01T22:00", tomorrow: "2026-03-02T10:00" }],
    ["2026-03-01T21:00:59Z", { tonight: "2026-03-01T22:00", tomorrow: "2026-03-02T10:00" }],
    ["2026-03-01T21:01:00Z", { tomorrow: "2026-03-02T10:00" }],
    ["2026-12-31T22:30:00Z", { tomorrow: "2027-01-01T10:00" }],
    ["2026-12-31T23:30:00Z", { tonight: "2027-01-01T22:00", tomorrow: "2027-01-02T10:00" }],
  ])("at %s are %o", (instant, times) => {
    expect(nextWallTimes(new Date(instant), zone)).toEqual(times);
  });

  it("are quarters of an hour, all of which can be asked for", () => {
    const { first, last } = wallTimeLimits(now, zone);
    expect({ first, last }).toEqual({ first: "2026-03-01T10:45", last: "2027-03-01T10:45" });
    expect(instantOf(first, now, zone)).not.toBeNull();
    expect(instantOf(last, now, zone)).not.toBeNull();
  });
});
