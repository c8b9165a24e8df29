import { describe, expect, it } from "vitest";
import { duePendingMail, lastDailyMailDay } from "./mail-preferences.ts";

describe("lastDailyMailDay", () => {
  it.each([
    ["in winter before eight in Budapest", "2026-01-15T06:59:59.999Z", "2026-01-14"],
    ["in winter at eight", "2026-01-15T07:00:00.000Z", "2026-01-15"],
    ["in summer before eight", "2026-07-15T05:59:59.999Z", "2026-07-14"],
    ["in summer at eight", "2026-07-15T06:00:00.000Z", "2026-07-15"],
    ["after midnight in Budapest", "2026-07-14T22:30:00.000Z", "2026-07-14"],
    [
      "before eight on the day on which summer time begins",
      "2026-03-29T05:59:00.000Z",
      "2026-03-28",
    ],
    ["at eight on that day", "2026-03-29T06:00:00.000Z", "2026-03-29"],
    ["at eight on the day on which it ends", "2026-10-25T07:00:00.000Z", "2026-10-25"],
  ])("%s", (_, now, day) => {
    expect(lastDailyMailDay(new Date(now))).toBe(day);
  });

  it("uses the clock of another home country", () => {
    const atEightInLisbon = new Date("2026-01-15T08:00:00.000Z");
    expect(lastDailyMailDay(atEightInLisbon, "Europe/Lisbon")).toBe("2026-01-15");
    const before = new Date(atEightInLisbon.getTime() - 1);
    expect(lastDailyMailDay(before, "Europe/Lisbon")).toBe("2026-01-14");
  });
});

describe("duePendingMail", () => {
  const now = new Date("2026-11-22T12:00:00.000Z");
  const before = (ms: number) => new Date(now.getTime() - ms);
  const notified = { mailedAt: null, notifiedOn: null, hasHeld: false };
  const held = { ...notified, hasHeld: true };

  it.each([
    ["never", { ...notified, pendingMail: "never" }, null],
    ["daily, never told", { ...notified, pendingMail: "daily" }, "daily"],
    [
      "daily, told yesterday",
      { ...notified, pendingMail: "daily", notifiedOn: "2026-11-21" },
      "daily",
    ],
    ["daily, told today", { ...notified, pendingMail: "daily", notifiedOn: "2026-11-22" }, null],
    ["at once, never told", { ...notified, pendingMail: "at-once" }, "at-once"],
    [
      "at once, told five minutes ago",
      { ...notified, pendingMail: "at-once", mailedAt: before(300_000) },
      "at-once",
    ],
    [
      "at once, told a moment less ago",
      { ...notified, pendingMail: "at-once", mailedAt: before(299_999) },
      null,
    ],
    ["never, reports are held", { ...held, pendingMail: "never" }, null],
    [
      "daily, told today, held",
      { ...held, pendingMail: "daily", notifiedOn: "2026-11-22" },
      "held",
    ],
    [
      "daily, told today an hour ago, held",
      { ...held, pendingMail: "daily", notifiedOn: "2026-11-22", mailedAt: before(3_600_000) },
      "held",
    ],
    [
      "daily, told today a moment less ago, held",
      { ...held, pendingMail: "daily", notifiedOn: "2026-11-22", mailedAt: before(3_599_999) },
      null,
    ],
    [
      "at once, told ten minutes ago, held",
      { ...held, pendingMail: "at-once", mailedAt: before(600_000) },
      "at-once",
    ],
    [
      "at once, on any day",
      { ...notified, pendingMail: "at-once", notifiedOn: "2026-11-22" },
      "at-once",
    ],
  ] as const)("%s", (_, wish, due) => {
    expect(duePendingMail(wish, now)).toBe(due);
  });
});
