import { describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  isWithinReportedShare,
  leavesOpenNearby,
  mayCloseAgain,
  type PlaceNearby,
} from "./reports-around.ts";

it.each([
  [1, 3, 2],
  [30, 3, 2],
  [31, 4, 2],
  [41, 5, 3],
  [400, 40, 20],
])("reports may change, of %i places, %i, and those of visitors %i", (places, all, ofVisitors) => {
  const may = (by: "visitor" | "account", reported: number, byVisitors = 0) =>
    isWithinReportedShare(by, { places, reported, byVisitors });
  expect(may("account", all - 1, ofVisitors)).toBe(true);
  expect(may("account", all)).toBe(false);
  expect(may("visitor", all - 1, ofVisitors - 1)).toBe(true);
  expect(may("visitor", all)).toBe(false);
  expect(may("visitor", ofVisitors, ofVisitors)).toBe(false);
});

it("no visitor closes for a day what staff have opened", () => {
  const now = new Date("2026-06-10T10:00:00.000Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const dayMs = 86_400_000;
  expect(mayCloseAgain("visitor", ago(dayMs - 1), now)).toBe(false);
  expect(mayCloseAgain("visitor", ago(dayMs), now)).toBe(true);
  expect(mayCloseAgain("visitor", null, now)).toBe(true);
  expect(mayCloseAgain("account", ago(0), now)).toBe(true);
});

describe("leavesOpenNearby", () => {
  const at: Coordinates = [19, 47];
  const near = (eastM: number, state: "open" | "reported" | "closed" = "open"): PlaceNearby => ({
    position: [19 + eastM / (111_195 * Math.cos((47 * Math.PI) / 180)), 47],
    isOpen: state === "open",
    isReported: state === "reported",
  });

  it.each<[string, boolean, readonly PlaceNearby[]]>([
    ["a lone place", true, []],
    ["a place with others beyond a kilometre alone", true, [near(1_010), near(-1_010, "reported")]],
    ["the last that is open within a kilometre", false, [near(990, "closed"), near(1_010)]],
    ["the last but one", true, [near(980), near(-10, "reported")]],
    [
      "the third of the nearest six",
      true,
      [near(10), near(20), near(30), near(-10, "reported"), near(-20, "reported"), near(-30)],
    ],
    [
      "the fourth of them",
      false,
      [
        ...[
          near(10),
          near(20),
          near(-10, "reported"),
          near(-20, "reported"),
          near(-30, "reported"),
        ],
        ...[near(40), near(50)],
      ],
    ],
    [
      "one beside a fourth whose closure staff have made",
      true,
      [near(10), near(20), near(-10, "reported"), near(-20, "reported"), near(-30, "closed")],
    ],
    [
      "one with three reported that are farther than the nearest six",
      true,
      [
        ...[near(10), near(20), near(30), near(40), near(50)],
        ...[near(-160, "reported"), near(-170, "reported"), near(-180, "reported")],
        ...[near(-110), near(-120), near(-130), near(-140)],
      ],
    ],
    [
      "the fourth of the six nearest to another place",
      false,
      [
        ...[near(10), near(20), near(30), near(40), near(50)],
        ...[near(-160), near(-170, "reported"), near(-180, "reported"), near(-190, "reported")],
        near(-200),
      ],
    ],
    [
      "the last that is open within a kilometre of another place",
      false,
      [near(900), near(-900, "closed"), near(-950, "reported")],
    ],
  ])("%s: %s", (_, expected, others) => {
    expect(leavesOpenNearby(at, others)).toBe(expected);
  });
});
