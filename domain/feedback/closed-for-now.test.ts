import { describe, expect, it } from "vitest";
import {
  type ClosureReport,
  closingByReport,
  closureAfterConfirmation,
  closureAfterReport,
  isClosedForNow,
  type ReportedClosure,
} from "./closed-for-now.ts";

const at = new Date("2026-11-22T10:00:00.000Z");
const hours = (count: number, from = at) => new Date(from.getTime() + count * 3_600_000);

const report = (given: Partial<ClosureReport> = {}): ClosureReport => ({
  reason: "out-of-order",
  by: "account",
  at,
  opensOn: null,
  opensAt: null,
  ...given,
});
const closure = (given: Partial<ReportedClosure> = {}): ReportedClosure => ({
  reason: "out-of-order",
  since: at,
  until: hours(72),
  by: "account",
  opensOn: null,
  contradictions: 0,
  ...given,
});
const opening = (opensAt: Date) => ({
  reason: "closed-until" as const,
  opensOn: opensAt.toISOString().slice(0, 10),
  opensAt,
});

describe("isClosedForNow", () => {
  it("is over at its end, and not a millisecond before", () => {
    const until = hours(1);
    expect(isClosedForNow({ until }, new Date(until.getTime() - 1))).toBe(true);
    expect(isClosedForNow({ until }, until)).toBe(false);
    expect(isClosedForNow(null, at)).toBe(false);
    expect(isClosedForNow(undefined, at)).toBe(false);
  });
});

describe("closureAfterReport", () => {
  it.each([
    ["visitor", 24],
    ["account", 72],
    ["staff", 30 * 24],
  ] as const)("of a %s ends by itself after %i hours", (by, fade) => {
    expect(closureAfterReport(null, report({ by }))).toEqual(closure({ by, until: hours(fade) }));
  });

  it.each([
    ["visitor", 23, 23],
    ["visitor", 25, 24],
    ["account", 14 * 24, 14 * 24],
    ["account", 14 * 24 + 1, 14 * 24],
    ["staff", 366 * 24, 366 * 24],
    ["staff", 366 * 24 + 1, 366 * 24],
  ] as const)("of a %s who names an opening in %i hours ends in %i", (by, named, ends) => {
    const expected = opening(hours(named));
    expect(closureAfterReport(null, report({ by, ...expected }))).toMatchObject({
      reason: "closed-until",
      opensOn: expected.opensOn,
      until: hours(ends),
    });
  });

  it("ignores a day of reopening in the past", () => {
    expect(closureAfterReport(null, report(opening(at))).until).toEqual(hours(72));
    expect(closureAfterReport(null, report(opening(hours(-1)))).until).toEqual(hours(72));
  });

  it("ends with a whole minute, at the earliest after its time", () => {
    const next = (ms: number) => closureAfterReport(null, report({ at: new Date(+at + ms) })).until;
    expect(next(1)).toEqual(new Date(+hours(72) + 60_000));
    expect(next(60_000)).toEqual(new Date(+hours(72) + 60_000));
  });

  it("counts as long as an account's once a second visitor reports it", () => {
    const first = closureAfterReport(null, report({ by: "visitor" }));
    const seconded = closureAfterReport(first, report({ by: "visitor", at: hours(23) }));
    expect(seconded).toEqual(closure({ by: "visitor", since: at, until: hours(95) }));
    const late = closureAfterReport(first, report({ by: "visitor", at: hours(24) }));
    expect(late).toEqual(closure({ by: "visitor", since: hours(24), until: hours(48) }));
  });

  it("is not changed by a weaker source, and taken over by a stronger one", () => {
    const byStaff = closure({ by: "staff", until: hours(5) });
    expect(closureAfterReport(byStaff, report({ by: "account" }))).toBe(byStaff);
    expect(closureAfterReport(byStaff, report({ by: "visitor" }))).toBe(byStaff);
    const byVisitor = closure({ by: "visitor", until: hours(24) });
    expect(closureAfterReport(byVisitor, report({ at: hours(1) }))).toEqual(
      closure({ until: hours(73) }),
    );
  });

  it("is shortened by the administrator alone", () => {
    const long = closure({ until: hours(100), ...{ opensOn: "2026-11-26" } });
    expect(closureAfterReport(long, report(opening(hours(2))))).toEqual(long);
    expect(closureAfterReport(long, report({ by: "staff", ...opening(hours(2)) }))).toMatchObject({
      by: "staff",
      since: at,
      until: hours(2),
    });
  });

  it("begins anew after one that is over, also a stronger one", () => {
    const over = closure({ by: "staff", until: at });
    expect(closureAfterReport(over, report({ by: "visitor" }))).toEqual(
      closure({ by: "visitor", until: hours(24) }),
    );
  });
});

describe("closureAfterConfirmation", () => {
  it.each([
    ["visitor", "visitor", 1],
    ["visitor", "account", 2],
    ["visitor", "staff", Number.POSITIVE_INFINITY],
    ["account", "visitor", 1],
    ["account", "account", 1],
    ["account", "staff", Number.POSITIVE_INFINITY],
    ["staff", "visitor", 1],
    ["staff", "account", 1],
    ["staff", "staff", 1],
  ] as const)("by a %s of one by a %s: %d end it", (by, closer, needed) => {
    let current: ReportedClosure | null = closure({ by: closer });
    let count = 0;
    while (current !== null && count < 3) {
      current = closureAfterConfirmation(current, { by, at: hours(count) });
      count++;
    }
    expect(current === null ? count : Number.POSITIVE_INFINITY).toBe(needed);
  });

  it("is outweighed by a report that comes after it", () => {
    const doubted = closureAfterConfirmation(closure(), { by: "visitor", at });
    expect(doubted).toEqual(closure({ contradictions: 1 }));
    const again = closureAfterReport(doubted, report({ at: hours(1) }));
    expect(again).toEqual(closure({ until: hours(73), contradictions: 0 }));
    const earlier = closureAfterReport(
      closure({ until: hours(100), contradictions: 1 }),
      report({ at: hours(1) }),
    );
    expect(earlier).toEqual(closure({ until: hours(100), contradictions: 0 }));
    expect(closureAfterConfirmation(again, { by: "visitor", at: hours(2) })).not.toBeNull();
  });

  it("ignores an expired closure", () => {
    expect(closureAfterConfirmation(null, { by: "visitor", at })).toBeNull();
    const over = closure({ by: "staff", until: at });
    expect(closureAfterConfirmation(over, { by: "visitor", at })).toBeNull();
  });
});

describe("closingByReport", () => {
  const today = "2026-11-23";
  const outOfOrder = { reason: "out-of-order", opensOn: null };

  it.each([
    ["tomorrow", "2026-11-24", { reason: "closed-until", opensOn: "2026-11-24" }],
    ["today", "2026-11-23", outOfOrder],
    ["yesterday", "2026-11-22", outOfOrder],
    ["on no day", null, outOfOrder],
  ])("of a place that opens again %s", (_, opensOn, closing) => {
    expect(closingByReport({ reason: "closed-until", opensOn }, today)).toEqual(closing);
  });

  it.each(["closed", "out-of-order"] as const)("of %s is out of order, without a day", (reason) => {
    expect(closingByReport({ reason, opensOn: null }, today)).toEqual(outOfOrder);
    expect(closingByReport({ reason, opensOn: "2026-12-01" }, today)).toEqual(outOfOrder);
  });

  it.each(["hours", "position", "other"] as const)("of %s is null", (reason) => {
    expect(closingByReport({ reason, opensOn: "2026-12-01" }, today)).toBeNull();
  });
});
