import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type HoursRule, parseOpeningHours } from "./opening-hours-syntax.ts";
import { formatYearlyRule, toYearlyRules } from "./usual-hours.ts";

/** A tree in short: `;[Mo-Fr] [times times] [comment]`, with the kinds of its parts. */
function outline(rules: readonly HoursRule[]): string {
  const groups = (parts: HoursRule["days"] | HoursRule["hours"]) =>
    parts.map((group) => `[${group.map(({ kind }) => kind).join(" ")}]`).join("");
  return rules
    .map(({ joint, days, hours }) => `${joint} ${groups(days)}=${groups(hours)}`)
    .join(" ");
}

describe("parseOpeningHours", () => {
  it.each([
    ["", ""],
    ["24/7", "; =[state]"],
    ["Mo-Fr 08:00-12:00,13:00-18:00; PH off", "; [weekdays]=[times times] ; [holidays]=[state]"],
    ["Mo-Fr 08:00-12:00, 13:00-18:00 ;", "; [weekdays]=[times times]"],
    ["Apr-Sep: Sa,PH 10:00-12:00", "; [months][weekdays holidays]=[times]"],
    ["Dec 24,Dec 31 off", "; [dates dates]=[state]"],
    ["Mo 08:00-10:00, Tu,We 09:00-10:00", "; [weekdays]=[times] , [weekdays weekdays]=[times]"],
    ['Mo 08:00-10:00 || "x; y, Tu"', "; [weekdays]=[times] || =[comment]"],
    [
      "2026 week 1-53/2 Mo[1],Tu[-1] dawn-(sunset-01:00)",
      "; [years][weeks][nthWeekday nthWeekday]=[times]",
    ],
    ["easter -2 days,SH 08:00+ open", "; [holidays holidays]=[times][state]"],
    // A part in another position is unknown, and so is a part of a token.
    ["Mo,08:00-10:00", "; [weekdays]=[unknown]"],
    ["08:00-10:00 Mo", "; =[times][unknown]"],
    ["Mo 08:00-10:00,", "; [weekdays]=[times][unknown]"],
    ["Moo 08:00-10:00+", "; [unknown]=[unknown]"],
    ["Mo 08:60-10:00", "; [weekdays]=[unknown]"],
    ["Mo | Tu 08:00-10:00", "; [weekdays][unknown]=[times]"],
  ])("%j is %s", (text, tree) => {
    expect(outline(parseOpeningHours(text))).toBe(tree);
  });

  it("has the values of the parts", () => {
    const [{ days, hours }] = parseOpeningHours("Dec 24-Jan 2 Fr-Mo,PH +1 day 22:00-26:00,sunset+");
    expect(days).toEqual([
      [{ kind: "dates", from: { month: 12, day: 24 }, to: { month: 1, day: 2 } }],
      [
        { kind: "weekdays", from: 4, to: 0 },
        { kind: "holidays", name: "PH", shift: "+1" },
      ],
    ]);
    expect(hours).toEqual([
      [
        { kind: "times", from: 1320, to: 1560 },
        { kind: "times", from: { sun: "sunset" } },
      ],
    ]);
  });

  it("parses any text", () => {
    const anyText = fc.array(
      fc.constantFrom(...'Mo|Tu|PH|Apr|week|8|08:00|-|,|;|||:|+| | |"|(|ö|24/7'.split("|"), "||"),
    );
    fc.assert(
      fc.property(anyText, (parts) => {
        const rules = parseOpeningHours(parts.join(""));
        expect(rules.every(({ days, hours }) => days.length + hours.length > 0)).toBe(true);
      }),
    );
  });
});

test.each([
  ["24/7", "00:00-24:00"],
  ["Apr 1-Oct 15 Mo-We,Su,PH 13:00-18:00, 8:00-9:00", null],
  [
    "Apr 1-Oct 15 Mo-We,Su,PH 13:00-18:00, 08:00-09:00",
    "Apr 01-Oct 15: Mo-We,Su,PH 08:00-09:00,13:00-18:00",
  ],
  ["Mar-May,Dec closed", "Mar-May,Dec: off"],
  ["Feb: PH unknown", "Feb: PH unknown"],
  ['Mo 06:00-00:00 "x"', "Mo 06:00-00:00"],
  // Hours that differ by year, or do not go by the clock.
  ["Feb 29 off", null],
  ["Apr 31-May 1 off", null],
  ["2026 Mo off", null],
  ["SH off", null],
  ["PH -1 day off", null],
  ["Mo[1] off", null],
  ["Mo Tu off", null],
  ["Mo Apr off", null],
  ["Mo sunrise-12:00", null],
  ["Mo 08:00+", null],
  ["Mo 20:00-26:00", null],
  ["Mo 24:00-02:00", null],
  ["Mo 08:00-08:00", null],
  ["Mo 08:00-12:00,11:59-13:00", null],
  ["Mo 08:00-12:00 off", null],
  ["Mo open", null],
  ["Mo", null],
  ['"x"', null],
  ["", null],
])("the rule of every year in %j is %j", (text, rule) => {
  const [yearly] = toYearlyRules(parseOpeningHours(text)) ?? [];
  expect(yearly === undefined ? null : formatYearlyRule(yearly)).toBe(rule);
});
