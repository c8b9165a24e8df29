import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareNear,
  doubtOf,
  isDoubted,
  type NearPlace,
  placeDoubts,
  ringOf,
} from "./freshness.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const dayMs = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms);

const plain: NearPlace = {
  ...{ id: 1, distanceMeters: 120 },
  ...{ confirmedAt: null, closedUntil: null, doubt: null, likely: null },
};
const isFirst = (a: Partial<NearPlace>, b: Partial<NearPlace>) =>
  compareNear({ ...plain, ...a }, { ...plain, id: 2, ...b }, now) < 0;

describe("ringOf", () => {
  it.each([
    [0, 0],
    [49.9, 0],
    [50, 1],
    [499.9, 9],
    [500, 10],
    [549.9, 10],
    [550.1, 11],
    [605.1, 12],
    [3000, 28],
  ])("puts %d m into ring %i", (meters, ring) => {
    expect(ringOf(meters)).toBe(ring);
  });
});

describe("doubtOf", () => {
  const times = { confirmedAt: null, closedReportedAt: null, privateReportedAt: null };

  it.each([
    ["never confirmed", null, true],
    ["confirmed a moment before", ago(dayMs + 1), true],
    ["confirmed at the same instant", ago(dayMs), false],
    ["confirmed a moment after", ago(dayMs - 1), false],
  ])(
    "of a place that was reported closed for good, or as private, and %s: %s",
    (_, confirmedAt, isDoubted) => {
      const reported = { ...times, confirmedAt };
      expect(doubtOf({ ...reported, closedReportedAt: ago(dayMs) })).toBe(
        isDoubted ? "closed" : null,
      );
      expect(doubtOf({ ...reported, privateReportedAt: ago(dayMs) })).toBe(
        isDoubted ? "private" : null,
      );
    },
  );

  it("is of the graver matter, and none without a report", () => {
    expect(doubtOf({ ...times, closedReportedAt: ago(2), privateReportedAt: ago(1) })).toBe(
      "closed",
    );
    expect(doubtOf({ ...times, confirmedAt: ago(400 * dayMs) })).toBeNull();
  });
});

describe("isDoubted", () => {
  it("while it is in doubt", () => {
    expect(isDoubted({ ...plain, doubt: "closed" }, now)).toBe(true);
    expect(isDoubted({ ...plain, doubt: "private" }, now)).toBe(true);
  });

  it("by a closure for now until 7 days after its end, and not without any report", () => {
    expect(isDoubted({ ...plain, closedUntil: ago(7 * dayMs - 1) }, now)).toBe(true);
    expect(isDoubted({ ...plain, closedUntil: ago(7 * dayMs) }, now)).toBe(false);
    expect(isDoubted(plain, now)).toBe(false);
  });
});

describe("compareNear", () => {
  it("prefers the nearer ring, whatever is said of the places", () => {
    expect(isFirst({ distanceMeters: 99 }, { distanceMeters: 101, confirmedAt: now })).toBe(true);
    expect(isFirst({ distanceMeters: 99, closedUntil: now }, { distanceMeters: 101 })).toBe(true);
  });

  it.each([
    ["just now", 0, true],
    ["180 days ago", 180 * dayMs, true],
    ["a moment more than 180 days ago", 180 * dayMs + 1, false],
  ])("within a ring prefers a farther place that was confirmed %s: %s", (_, ms, isPreferred) => {
    expect(isFirst({ distanceMeters: 149, confirmedAt: ago(ms) }, { distanceMeters: 101 })).toBe(
      isPreferred,
    );
  });

  it.each([
    ["will end", -1, true],
    ["ended just now", 0, true],
    ["ended 7 days ago less a moment", 7 * dayMs - 1, true],
    ["ended 7 days ago", 7 * dayMs, false],
  ])("within a ring puts a place whose closure %s last: %s", (_, ms, isLast) => {
    const doubted = { distanceMeters: 101, closedUntil: ago(ms) };
    expect(isFirst({ distanceMeters: 149 }, doubted)).toBe(isLast);
    expect(isFirst({ distanceMeters: 149 }, { ...doubted, confirmedAt: ago(dayMs) })).toBe(isLast);
  });

  it("within a ring puts a place in doubt last", () => {
    const doubted = { distanceMeters: 101, doubt: "closed" } as const;
    expect(isFirst({ distanceMeters: 149 }, doubted)).toBe(true);
    expect(isFirst({ distanceMeters: 149 }, { distanceMeters: 101 })).toBe(false);
    expect(isFirst({ distanceMeters: 151 }, doubted)).toBe(false);
  });

  it("goes by distance and then by id among alike places", () => {
    expect(isFirst({ distanceMeters: 101 }, { distanceMeters: 102 })).toBe(true);
    expect(isFirst({ id: 3 }, { id: 4 })).toBe(true);
  });

  it("has what visitors found open at this hour with fresh places, what they found closed with doubted ones", () => {
    expect(isFirst({ likely: true, distanceMeters: 140 }, {})).toBe(true);
    expect(isFirst({ likely: true, distanceMeters: 140 }, { confirmedAt: ago(dayMs) })).toBe(false);
    expect(isFirst({ likely: true, confirmedAt: null }, { confirmedAt: ago(dayMs) })).toBe(true);
    expect(isFirst({ distanceMeters: 140 }, { likely: false })).toBe(true);
    expect(isFirst({ distanceMeters: 140 }, { likely: false, confirmedAt: ago(dayMs) })).toBe(true);
    expect(isFirst({ likely: false, distanceMeters: 140 }, { closedUntil: ago(-1) })).toBe(false);
    expect(isFirst({ likely: false, closedUntil: ago(-1) }, { closedUntil: ago(-1) })).toBe(true);
  });

  it("is a total order", () => {
    const instants = fc.option(fc.integer({ min: -10, max: 400 }).map((days) => ago(days * dayMs)));
    const place = fc.record({
      id: fc.nat(),
      distanceMeters: fc.double({ min: 0, max: 4000, noNaN: true }),
      confirmedAt: instants,
      closedUntil: instants,
      doubt: fc.option(fc.constantFrom(...placeDoubts)),
      likely: fc.option(fc.boolean()),
    });
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        const of = (one: NearPlace, other: NearPlace) => Math.sign(compareNear(one, other, now));
        expect(of(a, b)).toBe(-of(b, a) || 0);
        if (of(a, b) <= 0 && of(b, c) <= 0) expect(of(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
