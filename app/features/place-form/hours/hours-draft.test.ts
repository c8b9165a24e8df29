import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { formatUsualHours } from "#domain/opening/usual-hours.ts";
import { anyUsualHours } from "#tests/support/any-usual-hours.ts";
import {
  type DayTexts,
  describeHours,
  type HoursDraft,
  hoursDraftOf,
  invalidHoursInput,
  noHours,
  noRange,
  readHoursForm,
} from "./hours-draft.ts";

/** A day's fields from `08:00-12:00,13:00-18:00`; `-` for a closed day, `22:00-04:00+` for a range marked as a night. */
function typed(text: string): DayTexts {
  const ranges = text.split(",").map((range) => {
    const [from, to = ""] = range.replace("+", "").split("-");
    return { from, to, ...(range.endsWith("+") && { isNight: true }) };
  });
  const isClosed = text === "-";
  return { ranges: [...ranges, noRange, noRange].slice(0, 3), isClosed };
}

const draftOf = (
  given: Partial<Omit<HoursDraft, "groups">>,
  groups: Record<string, string> = {},
) => {
  const entries = Object.entries(groups).map(([group, text]) => [group, typed(text)]);
  return { ...noHours, ...given, groups: { ...noHours.groups, ...Object.fromEntries(entries) } };
};

const summer = { fromDay: "1", fromMonth: "5", toDay: "15", toMonth: "9" };

describe("hours of a form as a text", () => {
  it.each<[string, HoursDraft]>([
    ["", noHours],
    ["24/7", draftOf({ kind: "always" })],
    ["Mo-Su 00:00-24:00; PH off", draftOf({ kind: "always", holidays: "closed" })],
    [
      "Mo-Su 08:00-12:00,13:00-18:00",
      draftOf({ kind: "daily" }, { daily: "13:00-18:00,08:00-12:00" }),
    ],
    ["Mo-Su 22:00-04:00", draftOf({ kind: "daily" }, { daily: "22:00-04:00+" })],
    // The mark counts for a night alone.
    ["Mo-Su 08:00-18:00", draftOf({ kind: "daily" }, { daily: "08:00-18:00+" })],
    ["Mo-Su 08:00-24:00", draftOf({ kind: "daily" }, { daily: "08:00-00:00" })],
    ["Mo-Su 08:00-24:00", draftOf({ kind: "daily" }, { daily: "8-24:00" })],
    ["Mo-Su 08:30-18:05", draftOf({ kind: "daily" }, { daily: " 830-18.05" })],
    ["24/7", draftOf({ kind: "daily" }, { daily: "00:00-00:00" })],
    [
      "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
      draftOf(
        { kind: "week", holidays: "closed" },
        { weekdays: "08:00-12:00,13:00-18:00", weekend: "-" },
      ),
    ],
    ["Sa-Su unknown; Mo-Fr 08:00-12:00", draftOf({ kind: "week" }, { weekdays: "08:00-12:00" })],
    [
      "May 01-Sep 15: Mo 10:00-11:00; May 01-Sep 15: We 12:00-13:00; May 01-Sep 15: PH 09:00-10:00",
      draftOf(
        { kind: "days", isSeasonal: true, season: summer, holidays: "own" },
        {
          mo: "10:00-11:00",
          tu: "-",
          we: "12:00-13:00",
          th: "-",
          fr: "-",
          sa: "-",
          su: "-",
          holiday: "09:00-10:00",
        },
      ),
    ],
    [
      "Nov 15-Feb 28: Mo-Su 10:00-11:00",
      draftOf(
        {
          kind: "daily",
          isSeasonal: true,
          season: { fromDay: "15", fromMonth: "11", toDay: "29", toMonth: "2" },
        },
        { daily: "10:00-11:00" },
      ),
    ],
    [
      "Dec-Feb: Mo-Su 10:00-11:00",
      draftOf(
        {
          kind: "daily",
          isSeasonal: true,
          season: { fromDay: "1", fromMonth: "12", toDay: "29", toMonth: "2" },
        },
        { daily: "10:00-11:00" },
      ),
    ],
    // What belongs to another kind does not count.
    [
      "Mo-Su 10:00-11:00",
      draftOf(
        { kind: "daily", text: "24/7", season: summer },
        { daily: "10:00-11:00", mo: "08:00" },
      ),
    ],
    ["sunrise-sunset", draftOf({ kind: "text", text: " sunrise-sunset " })],
    ["", draftOf({ kind: "days" })],
    ["", draftOf({ kind: "unknown", isSeasonal: true, holidays: "own" })],
  ])("%s", (text, draft) => {
    expect(describeHours(draft)).toEqual({ ok: true, value: text });
  });

  it.each<[string, HoursDraft, string]>([
    ["hours.mo.0", draftOf({ kind: "days" }, { mo: "08:00" }), "error.fillout"],
    ["hours.mo.1", draftOf({ kind: "days" }, { mo: "08:00-12:00,-18:00" }), "error.fillout"],
    ["hours.daily.0", draftOf({ kind: "daily" }, { daily: "8:5-18:00" }), "error.parameter"],
    ["hours.daily.0", draftOf({ kind: "daily" }, { daily: "0800-25" }), "error.parameter"],
    ["hours.daily.0.to", draftOf({ kind: "daily" }, { daily: "18:00-08:00" }), "error.invalidtime"],
    ["hours.daily.0.to", draftOf({ kind: "daily" }, { daily: "08:00-08:00" }), "error.invalidtime"],
    ["hours.daily.0", draftOf({ kind: "daily" }, { daily: "08:00-08:00+" }), "error.invalidtime"],
    [
      "hours.mo.1.to",
      draftOf({ kind: "days" }, { mo: "08:00-12:00,14:00-13:59" }),
      "error.invalidtime",
    ],
    [
      "hours.daily.1",
      draftOf({ kind: "daily" }, { daily: "08:00-12:00,11:59-18:00" }),
      "error.invalidtime",
    ],
    [
      "hours.daily.0",
      draftOf({ kind: "daily" }, { daily: "11:59-18:00,08:00-12:00" }),
      "error.invalidtime",
    ],
    [
      "hours.weekend.0",
      draftOf({ kind: "week" }, { weekdays: "08:00-12:00", weekend: "10:00" }),
      "error.fillout",
    ],
    ["hours.season", draftOf({ kind: "always", isSeasonal: true }), "error.parameter"],
    [
      "hours.season",
      draftOf({ kind: "always", isSeasonal: true, season: { ...summer, toDay: "31" } }),
      "error.parameter",
    ],
    ["hours.holiday.0", draftOf({ kind: "always", holidays: "own" }), "error.fillout"],
    ["hours.daily.0", draftOf({ kind: "daily", holidays: "closed" }), "error.fillout"],
    [
      "hours.weekdays.0",
      draftOf({ kind: "week", isSeasonal: true, season: summer }),
      "error.fillout",
    ],
    ["opening_hours", draftOf({ kind: "text", text: " " }), "error.fillout"],
  ])("are refused at %s", (field, draft, code) => {
    expect(describeHours(draft)).toEqual({ ok: false, errors: [{ field, code }] });
  });

  it("have all errors at once", () => {
    const draft = draftOf(
      { kind: "days", isSeasonal: true, holidays: "own" },
      { mo: "08:00", su: "10:00-10:00" },
    );
    const described = describeHours(draft);
    const errors = described.ok ? [] : described.errors;
    expect(errors.map(({ field }) => field)).toEqual([
      ...["hours.mo.0", "hours.su.0.to", "hours.season", "hours.holiday.0"],
    ]);
  });
});

describe("hours that a place has, in the form", () => {
  it.each([
    ["", "unknown"],
    ["24/7", "always"],
    ["24/7; PH off", "always"],
    ["Apr-Sep: Mo-Su 00:00-24:00", "always"],
    ["Mo-Su 22:00-04:00", "daily"],
    ["Mo-Fr 08:00-12:00", "week"],
    ["Mo-Sa 08:00-12:00", "days"],
    ["Mo-Su off", "week"],
    ["Mo 08:00-09:00,10:00-11:00,12:00-13:00,14:00-15:00", "text"],
    ["PH off", "text"],
    ["Mo-Fr 08:00+", "text"],
  ])("%s are those of the kind %s", (text, kind) => {
    const draft = hoursDraftOf(text);
    expect(draft.kind).toBe(kind);
    expect(draft.text).toBe(kind === "text" ? text : "");
  });

  test("are the same after the form is submitted", () => {
    fc.assert(
      fc.property(anyUsualHours, (hours) => {
        const text = formatUsualHours(hours);
        expect(describeHours(hoursDraftOf(text))).toEqual({ ok: true, value: text });
      }),
    );
  });

  test("are parsed from the form's fields", () => {
    const draft = hoursDraftOf("May 01-Sep 15: Mo-Fr 08:00-12:00,13:00-24:00; PH off");
    const form = new FormData();
    for (const [name, value] of Object.entries({
      hours: "week",
      from_weekdays_0: "08:00",
      to_weekdays_0: "12:00",
      from_weekdays_1: "13:00",
      to_weekdays_1: "00:00",
      closed_weekend: "1",
      season: "1",
      season_fromDay: "1",
      season_fromMonth: "5",
      season_toDay: "15",
      season_toMonth: "9",
      holidays: "closed",
    })) {
      form.set(name, value);
    }
    expect(readHoursForm(form)).toEqual(draft);
    form.set("to_weekdays_1", "6");
    expect(readHoursForm(form).groups.weekdays.ranges[1]).toMatchObject({ to: "06:00" });
    form.set("night_weekdays_0", "1");
    expect(readHoursForm(form).groups.weekdays.ranges[0]).toMatchObject({ isNight: true });
    form.set("opening_hours", "Mo 08:00-10:00;\r\nTu off");
    expect(readHoursForm(form).text).toBe("Mo 08:00-10:00; Tu off");
    form.set("hours", "sometimes");
    form.set("holidays", "never");
    expect(readHoursForm(form)).toMatchObject({ kind: "unknown", holidays: "usual" });
    expect(readHoursForm(new FormData())).toEqual(noHours);
  });
});

it("finds the input of an error, of half a range the empty one", () => {
  const draft = draftOf({ kind: "days" }, { mo: "08:00-12:00,13:00", tu: "-18:00" });
  const inputs = ["hours.mo.0.to", "hours.mo.1", "hours.tu.0", "hours.season", "opening_hours"];
  expect(inputs.map((field) => invalidHoursInput(field, draft))).toEqual([
    ...["to_mo_0", "to_mo_1", "from_tu_0", "season_fromDay", "opening_hours"],
  ]);
});
