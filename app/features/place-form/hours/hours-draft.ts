import { formatMinuteOfDay, minutesPerDay } from "#domain/opening/local-time.ts";
import { isMonthDay } from "#domain/opening/opening-hours-syntax.ts";
import {
  isOvernight,
  type OpeningRange,
  parseOpeningRange,
} from "#domain/opening/seven-entries.ts";
import {
  alikeWeekdays,
  alwaysOpen,
  type DateRange,
  type DayHours,
  findOverlap,
  formatUsualHours,
  inOrder,
  parseUsualHours,
  type UsualHours,
} from "#domain/opening/usual-hours.ts";
import type { Checked, ErrorCode, ValidationError } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";
import { recordOf } from "#domain/validation/record-of.ts";

/** Ways to give opening hours, from the quickest on (docs/product#opening-times-in-the-form). */
export const hoursKinds = ["unknown", "always", "daily", "week", "days", "text"] as const;

export type HoursKind = (typeof hoursKinds)[number];

const dayNames = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;

/** Days that have the same hours in the form. */
const dayGroups = ["daily", "weekdays", "weekend", ...dayNames, "holiday"] as const;

export type DayGroup = (typeof dayGroups)[number];

/** A typed range: `HH:MM` each, or empty. */
export interface RangeTexts {
  readonly from: string;
  readonly to: string;
  /** Marked as closing on the next day; ignored unless the range closes no later than it opens. */
  readonly isNight?: boolean;
}

export interface DayTexts {
  /** Three of them. */
  readonly ranges: readonly RangeTexts[];
  /** Marked as closed: the ranges are ignored. */
  readonly isClosed: boolean;
}

export const holidayKinds = ["usual", "closed", "own"] as const;

/** Typed days of a season: numbers, or empty. */
export interface SeasonTexts {
  readonly fromDay: string;
  readonly fromMonth: string;
  readonly toDay: string;
  readonly toMonth: string;
}

/** Opening hours of a form. Fields of other kinds keep their values and are ignored. */
export interface HoursDraft {
  readonly kind: HoursKind;
  readonly groups: Readonly<Record<DayGroup, DayTexts>>;
  readonly isSeasonal: boolean;
  readonly season: SeasonTexts;
  readonly holidays: (typeof holidayKinds)[number];
  /** Text in OpenStreetMap's syntax, for the kind `text`. */
  readonly text: string;
}

const rangesPerDay = 3;

export const noRange: RangeTexts = { from: "", to: "" };
const noTexts: DayTexts = { ranges: Array(rangesPerDay).fill(noRange), isClosed: false };

export const noHours: HoursDraft = {
  kind: "unknown",
  groups: recordOf(dayGroups, () => noTexts),
  isSeasonal: false,
  season: { fromDay: "", fromMonth: "", toDay: "", toMonth: "" },
  holidays: "usual",
  text: "",
};

/** Day groups of a kind, and the weekdays of each; 0 is Monday. */
export const groupsOfKind: Readonly<
  Record<HoursKind, readonly { readonly group: DayGroup; readonly weekdays: readonly number[] }[]>
> = {
  unknown: [],
  always: [],
  daily: [{ group: "daily", weekdays: [0, 1, 2, 3, 4, 5, 6] }],
  week: [
    { group: "weekdays", weekdays: [0, 1, 2, 3, 4] },
    { group: "weekend", weekdays: [5, 6] },
  ],
  days: dayNames.map((group, weekday) => ({ group, weekdays: [weekday] })),
  text: [],
};

export const hoursInputs = {
  kind: "hours",
  range: (group: DayGroup, index: number, end: "from" | "to") => `${end}_${group}_${index}`,
  night: (group: DayGroup, index: number) => `night_${group}_${index}`,
  closed: (group: DayGroup) => `closed_${group}`,
  isSeasonal: "season",
  season: (end: keyof SeasonTexts) => `season_${end}`,
  holidays: "holidays",
  text: "opening_hours",
};

/** A typed time as `HH:MM`, from `8`, `830`, `8.30` or `8:30`; other texts as they are. */
export function toClockTime(typed: string): string {
  const [, hours, minutes = "00"] = /^(\d{1,2})(?:[:. ]?(\d\d))?$/.exec(typed.trim()) ?? [];
  return hours === undefined ? typed.trim() : `${hours.padStart(2, "0")}:${minutes}`;
}

/** Opening hours of a submitted form; missing fields are empty. */
export function readHoursForm(form: FormData): HoursDraft {
  const text = (name: string) => formText(form, name);
  return {
    kind: hoursKinds.find((known) => known === text(hoursInputs.kind)) ?? "unknown",
    groups: recordOf(dayGroups, (group) => ({
      ranges: Array.from({ length: rangesPerDay }, (_, index) => ({
        from: toClockTime(text(hoursInputs.range(group, index, "from"))),
        to: toClockTime(text(hoursInputs.range(group, index, "to"))),
        ...(form.has(hoursInputs.night(group, index)) && { isNight: true }),
      })),
      isClosed: form.has(hoursInputs.closed(group)),
    })),
    isSeasonal: form.has(hoursInputs.isSeasonal),
    season: {
      fromDay: text(hoursInputs.season("fromDay")),
      fromMonth: text(hoursInputs.season("fromMonth")),
      toDay: text(hoursInputs.season("toDay")),
      toMonth: text(hoursInputs.season("toMonth")),
    },
    holidays: holidayKinds.find((known) => known === text(hoursInputs.holidays)) ?? "usual",
    text: toLine(text(hoursInputs.text)),
  };
}

/** Text without the line breaks that its text area allows. */
export function toLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\t]+\s*/g, " ");
}

/**
 * Opening hours of a draft as a text, empty where unknown; or errors of fields: `hours.mo.0` is Monday's first range,
 * `hours.mo.0.to` closes before it opens, `hours.season`, `opening_hours`. The server alone reads the kind `text`.
 */
export function describeHours(draft: HoursDraft): Checked<string> {
  const { kind, groups } = draft;
  if (kind === "unknown") return { ok: true, value: "" };
  if (kind === "text") {
    const text = draft.text.trim();
    return text === "" ? refuse("opening_hours", "error.fillout") : { ok: true, value: text };
  }
  const groupsRead = groupsOfKind[kind].map(({ group, weekdays }) => ({
    group,
    weekdays,
    read: readDay(group, groups[group]),
  }));
  const season = draft.isSeasonal ? readSeason(draft.season) : null;
  const holidays = readHolidays(draft);
  const errors = [
    ...groupsRead.flatMap(({ read }) => (read.ok ? [] : read.errors)),
    ...(season === undefined ? [errorOf("hours.season", "error.parameter")] : []),
    ...(holidays.ok ? [] : holidays.errors),
  ];
  if (season === undefined || !holidays.ok || errors.length > 0) return { ok: false, errors };
  const days = Array.from({ length: 7 }, (_, weekday) => {
    const found = groupsRead.find(({ weekdays }) => weekdays.includes(weekday));
    return found?.read.ok ? found.read.value : null;
  });
  const hours = kind === "always" ? alwaysOpen : { days };
  if (hours.days.every((day) => day === null)) {
    const isPartly = draft.isSeasonal || draft.holidays !== "usual";
    const [{ group }] = groupsRead;
    return isPartly ? refuse(`hours.${group}.0`, "error.fillout") : { ok: true, value: "" };
  }
  return {
    ok: true,
    value: formatUsualHours({ days: hours.days, season, holidays: holidays.value }),
  };
}

function errorOf(field: string, code: ErrorCode): ValidationError {
  return { field, code };
}

function refuse(field: string, code: ErrorCode) {
  return { ok: false as const, errors: [errorOf(field, code)] };
}

/** Hours of a day; null where nothing is typed. */
function readDay(group: DayGroup, { ranges, isClosed }: DayTexts): Checked<DayHours | null> {
  if (isClosed) return { ok: true, value: [] };
  const errors: ValidationError[] = [];
  const read: { range: OpeningRange; index: number }[] = [];
  for (const [index, texts] of ranges.entries()) {
    const from = toClockTime(texts.from);
    const to = toClockTime(texts.to);
    if (from === "" && to === "") continue;
    const range = rangeOf({ from, to });
    if (range !== null && isOvernight(range) && !texts.isNight) {
      errors.push(errorOf(`hours.${group}.${index}.to`, "error.invalidtime"));
    } else if (range !== null) read.push({ range, index });
    else {
      const code = from === "" || to === "" ? "error.fillout" : "error.parameter";
      errors.push(errorOf(`hours.${group}.${index}`, code));
    }
  }
  const hours = read.map(({ range }) => range);
  const overlap = findOverlap(hours);
  const late = overlap && read.find(({ range }) => range === overlap);
  if (late) errors.push(errorOf(`hours.${group}.${late.index}`, "error.invalidtime"));
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, value: hours.length === 0 ? null : inOrder(hours) };
}

function rangeOf({ from, to }: RangeTexts): OpeningRange | null {
  // Midnight at the end is that of the next day.
  return parseOpeningRange(`${from}-${to === "00:00" ? "24:00" : to}`);
}

/** Whether a typed range closes no later than it opens: it goes over midnight, or it is a mistake. */
export function mayBeNight(texts: RangeTexts): boolean {
  const range = rangeOf(texts);
  return range !== null && isOvernight(range);
}

function readHolidays({ holidays, groups }: HoursDraft): Checked<DayHours | null> {
  if (holidays === "usual") return { ok: true, value: null };
  if (holidays === "closed") return { ok: true, value: [] };
  const read = readDay("holiday", { ...groups.holiday, isClosed: false });
  const isEmpty = read.ok && read.value === null;
  return isEmpty ? refuse("hours.holiday.0", "error.fillout") : read;
}

/** Typed season; undefined where a day is missing or not in the calendar. */
function readSeason({ fromDay, fromMonth, toDay, toMonth }: SeasonTexts): DateRange | undefined {
  const from = { month: Number(fromMonth), day: Number(fromDay) };
  const to = { month: Number(toMonth), day: Number(toDay) };
  if (!isMonthDay(from) || !isMonthDay(to)) return undefined;
  // Only whole months can end with a leap day: see `parseUsualHours`.
  const isLeapDay = to.month === 2 && to.day === 29 && from.day !== 1;
  return { from, to: isLeapDay ? { month: 2, day: 28 } : to };
}

/** Draft of a text of opening hours, in the quickest kind that can show all of it. */
export function hoursDraftOf(text: string): HoursDraft {
  if (text.trim() === "") return noHours;
  const usual = parseUsualHours(text);
  const isShown = usual?.days.every((day) => (day?.length ?? 0) <= rangesPerDay);
  if (usual === null || !isShown || (usual.holidays?.length ?? 0) > rangesPerDay) {
    return { ...noHours, kind: "text", text };
  }
  const kind = kindOf(usual);
  const typed = groupsOfKind[kind].map(({ group, weekdays }) => [
    group,
    typeDay(usual.days[weekdays[0]]),
  ]);
  return {
    kind,
    groups: {
      ...noHours.groups,
      ...Object.fromEntries(typed),
      holiday: { ...typeDay(usual.holidays), isClosed: false },
    },
    isSeasonal: usual.season !== null,
    season: usual.season === null ? noHours.season : typeSeason(usual.season),
    holidays: usual.holidays === null ? "usual" : usual.holidays.length > 0 ? "own" : "closed",
    text: "",
  };
}

function kindOf({ days }: UsualHours): HoursKind {
  const alike = alikeWeekdays(days);
  const isAlike = (weekdays: string) => alike.some((list) => list.join("").includes(weekdays));
  // 'Every day' has no checkbox for a closed day.
  if (alike.length === 1 && days[0]?.length !== 0) {
    return formatUsualHours({ ...alwaysOpen, days }) === "24/7" ? "always" : "daily";
  }
  return isAlike("01234") && isAlike("56") ? "week" : "days";
}

function typeDay(hours: DayHours | null): DayTexts {
  const typed = (hours ?? []).map((range) => ({
    from: formatMinuteOfDay(range.opensMinute),
    to: formatMinuteOfDay(range.closesMinute % minutesPerDay),
    ...(isOvernight(range) && { isNight: true }),
  }));
  return {
    ranges: Array.from({ length: rangesPerDay }, (_, index) => typed[index] ?? noRange),
    isClosed: hours?.length === 0,
  };
}

function typeSeason({ from, to }: DateRange): SeasonTexts {
  return {
    fromDay: String(from.day),
    fromMonth: String(from.month),
    toDay: String(to.day),
    toMonth: String(to.month),
  };
}

/** Name of the input of a validation error; of a half-typed range the empty input. */
export function invalidHoursInput(field: string, { groups }: HoursDraft): string {
  if (field === "hours.season") return hoursInputs.season("fromDay");
  const [, group, index, end] = field.split(".") as [string, DayGroup | undefined, string, string?];
  if (group === undefined) return hoursInputs.text;
  const { from, to } = groups[group].ranges[Number(index)];
  const isLast = end === "to" || (from !== "" && to === "");
  return hoursInputs.range(group, Number(index), isLast ? "to" : "from");
}
