import { describe, expect, it } from "vitest";
import type { LikelyRun } from "#domain/opening/likely-open.ts";
import {
  openingChangesUntil,
  publishLikely,
  publishOpening,
  quarterOf,
} from "./published-opening.ts";

const utc = (time: string) => Date.parse(`2026-06-15T${time}Z`);

it.each([
  ["12:00:00.000", "12:00:00.000"],
  ["12:14:59.999", "12:00:00.000"],
  ["12:15:00.000", "12:15:00.000"],
  ["12:29:59.999", "12:15:00.000"],
  ["12:30:00.000", "12:30:00.000"],
  ["12:59:59.999", "12:45:00.000"],
  ["13:00:00.000", "13:00:00.000"],
])("%s is in the quarter of an hour that begins at %s", (instant, quarter) => {
  expect(quarterOf(utc(instant))).toBe(utc(quarter));
});

it("counts before 1970 too", () => {
  expect(quarterOf(-1)).toBe(-900_000);
});

it.each([
  ["12:00:00.000", "2026-06-16T18:00:00.000Z"],
  ["12:14:59.999", "2026-06-16T18:00:00.000Z"],
  ["12:15:00.000", "2026-06-16T18:15:00.000Z"],
])("publishes at %s the changes before %s", (instant, until) => {
  expect(new Date(openingChangesUntil(utc(instant))).toISOString()).toBe(until);
});

describe("publishOpening of a place that is closed for now", () => {
  const changes = [
    { at: utc("14:00"), status: "closed" },
    { at: utc("16:00"), status: "open" },
  ] as const;
  const until = utc("18:00");
  const changesAfter = (end: number) => {
    const opening = { current: { at: utc("08:00"), status: "open" }, changes, until } as const;
    const closure = { reason: "out-of-order", by: "visitor", opensOn: null } as const;
    const times = { since: new Date(utc("11:00")), until: new Date(end) };
    const closed = publishOpening({ ...opening, opensNext: null }, { ...closure, ...times }, false);
    expect(closed).toMatchObject({
      open_status: "closed",
      opening_changes_until: expect.any(String),
    });
    return closed.opening_changes?.map(({ at, status }) => `${at.slice(11, 16)} ${status}`);
  };

  it.each([
    ["before a change", "13:59", ["13:59 open", "14:00 closed", "16:00 open"]],
    ["with a change", "14:00", ["14:00 closed", "16:00 open"]],
    ["between two", "15:00", ["15:00 closed", "16:00 open"]],
    ["after all that are known", "18:00", []],
  ])("follows its hours where the closure ends %s", (_, end, expected) => {
    expect(changesAfter(utc(end))).toEqual(expected);
  });
});

describe("publishLikely", () => {
  const runs = (open: 0 | 1, recent = 3): LikelyRun[] => [
    [0, 24, 28, open, 5, "2026-06-12", recent],
  ];
  const moment = { now: new Date(utc("12:10:30")), kind: "workday", minuteOfDay: 730 } as const;
  const found = { witnesses: 5, last: "2026-06-12", until: "2026-06-15T14:00:00.000Z" };
  const ofStatus = (open_status: "none" | "open" | "closes-soon" | "closed", given = runs(0)) =>
    publishLikely({ open_status }, given, moment);

  it("is what visitors found where the hours are unknown, until the end of the half hours", () => {
    expect(ofStatus("none", runs(1))).toEqual({ open: true, ...found });
    expect(ofStatus("none", runs(0, 0))).toEqual({ open: false, ...found });
    expect(
      publishLikely({ open_status: "none" }, runs(1), { ...moment, minuteOfDay: 719 }),
    ).toBeNull();
    expect(
      publishLikely({ open_status: "none" }, runs(1), { ...moment, kind: "sunday" }),
    ).toBeNull();
  });

  it.each([
    ["open", 3, { open: false, ...found, witnesses: 3 }],
    ["closes-soon", 4, { open: false, ...found, witnesses: 4 }],
    ["open", 2, null],
    ["closed", 3, null],
  ] as const)(
    "is against given hours only where enough found it closed lately: %s, %i",
    (status, recent, expected) => {
      expect(ofStatus(status, runs(0, recent))).toEqual(expected);
      expect(ofStatus(status, runs(1, recent))).toBeNull();
    },
  );

  it("is nothing beside a closure or a doubt", () => {
    const closed_for_now = { reason: "out-of-order", by: "visitor" } as never;
    expect(publishLikely({ open_status: "closed", closed_for_now }, runs(0), moment)).toBeNull();
    expect(publishLikely({ open_status: "none", doubt: "closed" }, runs(1), moment)).toBeNull();
  });
});
