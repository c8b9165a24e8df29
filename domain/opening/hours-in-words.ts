import type { HoursReading } from "#domain/source-list/source-list.ts";
import { maxOpeningHoursLength, textLength } from "#domain/text/text-limits.ts";
import {
  type HoursItem,
  joinDays,
  type NamedDays,
  readHoursItems,
  type Season,
  type SpokenHours,
} from "./hours-items.ts";
import { hoursLanguages } from "./hours-tokens.ts";
import { type MonthDay, monthLength, parseOpeningHours } from "./opening-hours-syntax.ts";
import { type DateRange, formatDays, isWholeYear } from "./usual-hours.ts";

/** Information on opening hours besides the words. */
export interface HoursContext {
  /** Months in which the list's toilets are shut for the winter, 1…12; absent until the mapping says them. */
  readonly winter?: { readonly from: number; readonly to: number } | undefined;
  /** Words of a column of restrictions, such as 'closed on Sundays'. */
  readonly restrictions?: string;
}

/** Texts are read up to this length, in UTF-16 code units. */
const maxWordsLength = 600;

/**
 * Reads a town's words on opening hours in Hungarian, English, German or French. A text that is not understood whole,
 * or may be meant in two ways, is unknown.
 */
export function hoursInWords(
  text: string,
  { winter, restrictions = "" }: HoursContext = {},
): HoursReading {
  const words = [text, restrictions]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("; ");
  if (/^(?:[-–?./]+|n\/?a|k\. ?a\.|unknown|unbekannt|ismeretlen|inconnu|nincs adat)?$/i.test(words))
    return { kind: "none" };
  const unknown = { kind: "unknown", words } as const;
  if (words.length > maxWordsLength) return unknown;
  const hours = readInAnyLanguage(words, winter ?? null);
  if (hours !== null) return { kind: "read", hours };
  const isUpToWinter = !winter && readInAnyLanguage(words, { from: 11, to: 3 }) !== null;
  return isUpToWinter ? { kind: "asks-winter" } : unknown;
}

type Winter = { readonly from: number; readonly to: number } | null;

/** The one meaning of a text in all languages that understand it; null without one. */
function readInAnyLanguage(words: string, winter: Winter): string | null {
  const text = words.replace(/^opening_hours ?= ?/, "");
  const readings = hoursLanguages.flatMap((language) => {
    const items = readHoursItems(text, language);
    if (items === null) return [];
    const meanings = items === "ambiguous" ? [] : meaningsOf(items, winter);
    return meanings.length === 1 ? meanings : [null];
  });
  const [first, ...others] = readings.length > 0 ? readings : [text.replace(/\s+/g, " ")];
  return first !== null && others.every((other) => other === first) && isSyntax(first)
    ? first
    : null;
}

/** Whether a text says hours in OpenStreetMap's syntax. */
function isSyntax(text: string): boolean {
  const rules = parseOpeningHours(text);
  const parts = rules.flatMap(({ days, hours }) => [...days.flat(), ...hours.flat()]);
  return (
    textLength(text) <= maxOpeningHoursLength &&
    rules.every(({ hours }) => hours.length > 0) &&
    parts.every(({ kind }) => kind !== "unknown" && kind !== "comment") &&
    parts.some((part) => part.kind === "times" || (part.kind === "state" && part.state === "24/7"))
  );
}

/** Part of a rule before its season is known; without days it is for each day, without hours closed. */
interface DayRule {
  readonly days: NamedDays | null;
  readonly hours: SpokenHours | null;
}

interface Rule extends DayRule {
  readonly season: Season;
}

type Unit =
  | (DayRule & { readonly kind: "rule" })
  /** Season of the rules after it, or before it. */
  | { readonly kind: "scope"; readonly season: Season }
  | { readonly kind: "closed-season"; readonly season: Season; readonly isInBrackets: boolean };

/** Meanings that the order of the items allows: days or hours first, seasons first or last. */
function meaningsOf(items: readonly HoursItem[], winter: Winter): string[] {
  const seasons = items.flatMap((item) => (item.kind === "season" ? [item.season] : []));
  const exceptions = items.flatMap((item): Rule[] =>
    item.kind === "except" ? [{ season: {}, days: item.days, hours: null }] : [],
  );
  // It is unclear of which season exceptions are.
  if (exceptions.length > 0 && seasons.length > 1) return [];
  // 'All year' alone restricts nothing.
  const isAllYear = seasons.length === 1 && isNamelessYear(seasons[0]);
  const ordered = items.filter(
    ({ kind }) => kind !== "except" && !(isAllYear && kind === "season"),
  );
  const texts = [true, false]
    .flatMap((isDaysFirst) => unitsOf(ordered, isDaysFirst))
    .filter((units) => !isClosureUnclear(units))
    .flatMap((units) => [scopeForwards(units), scopeBackwards(units)])
    .map((rules) => rules && formatRules([...rules, ...exceptions], winter));
  return [...new Set(texts.filter((text) => text !== null))];
}

function isNamelessYear({ name, range }: Season): boolean {
  return name === undefined && range === undefined;
}

/** Limits of a text's items, and of the ways to divide them into rules. */
const maxItems = 60;
const maxWays = 64;

/** Ways to divide the items into units, each from the end of the text. */
function unitsOf(items: readonly HoursItem[], isDaysFirst: boolean): Unit[][] {
  if (items.length > maxItems) return [];
  const ways: Unit[][][] = [];
  ways[items.length] = [[]];
  for (let at = items.length - 1; at >= 0; at--) {
    ways[at] = unitsAt(items, at, isDaysFirst).flatMap(({ unit, next }) =>
      ways[next].map((rest) => [unit, ...rest]),
    );
    if (ways[at].length > maxWays) return [];
  }
  return ways[0];
}

/** Units that may begin with an item, and the index after each. */
function unitsAt(
  items: readonly HoursItem[],
  at: number,
  isDaysFirst: boolean,
): { readonly unit: Unit; readonly next: number }[] {
  const [first, second] = items.slice(at);
  if (first.kind === "season") {
    const { season, mark } = first;
    const scope = { unit: { kind: "scope", season }, next: at + 1 } as const;
    return second?.kind === "off"
      ? [scope, { unit: closedSeason(season, mark), next: at + 2 }]
      : [scope];
  }
  if (first.kind === "off") {
    if (second?.kind === "season")
      return [{ unit: closedSeason(second.season, first.mark), next: at + 2 }];
    return dayListsAt(items, at + 1).map(({ days, next }) => ({
      unit: { kind: "rule", days, hours: null },
      next,
    }));
  }
  if (first.kind === "days") {
    return dayListsAt(items, at).flatMap(({ days, next }) => {
      const item = items[next];
      const hours = isDaysFirst && item?.kind === "hours" ? item.hours : null;
      const isRule = hours !== null || item?.kind === "off";
      return isRule ? [{ unit: { kind: "rule", days, hours }, next: next + 1 } as const] : [];
    });
  }
  if (first.kind !== "hours") return [];
  const { hours } = first;
  // 'Closed 12-14', 'closed in winter 12-14'
  const isOfClosed = [at - 1, at - 2].some((before) => items[before]?.kind === "off");
  const everyDay = { unit: { kind: "rule", days: null, hours }, next: at + 1 } as const;
  const hasNamed = !isDaysFirst && second?.mark !== ";";
  const named = hasNamed ? dayListsAt(items, at + 1) : [];
  return [
    ...(isOfClosed && first.mark === "" ? [] : [everyDay]),
    ...named.map(({ days, next }) => ({ unit: { kind: "rule", days, hours } as const, next })),
  ];
}

function closedSeason(season: Season, mark: HoursItem["mark"]): Unit {
  return { kind: "closed-season", season, isInBrackets: mark === "(" };
}

/** Days from an item on: the first of a list, the first two, and so on. */
function dayListsAt(items: readonly HoursItem[], at: number) {
  const lists: { readonly days: NamedDays; readonly next: number }[] = [];
  for (let next = at; ; next++) {
    const item = items[next];
    if (item?.kind !== "days" || (next > at && item.mark !== ",")) return lists;
    const before = lists.at(-1);
    lists.push({ days: before ? joinDays(before.days, item.days) : item.days, next: next + 1 });
  }
}

/** Whether a season in brackets may be closed for the last of several rules, or for all. */
function isClosureUnclear(units: readonly Unit[]): boolean {
  const open = units.filter((unit) => unit.kind === "rule" && unit.hours !== null);
  return (
    open.length > 1 && units.some((unit) => unit.kind === "closed-season" && unit.isInBrackets)
  );
}

/** Rules whose seasons stand before them; null where a season has none, or its end is unclear. */
function scopeForwards(units: readonly Unit[]): Rule[] | null {
  const closures: Rule[] = [];
  const scopes: { readonly season: Season; readonly rules: DayRule[] }[] = [
    { season: {}, rules: [] },
  ];
  for (const unit of units) {
    const { rules } = scopes.at(-1)!;
    if (unit.kind === "closed-season") closures.push(closed(unit.season));
    else if (unit.kind === "scope") scopes.push({ season: unit.season, rules: [] });
    // Hours of each day come first, since days that go without hours would follow otherwise.
    else if (unit.days === null && rules.length > 0) return null;
    else rules.push(unit);
  }
  const [unscoped, ...seasons] = scopes;
  if (seasons.some(({ rules }) => rules.length === 0)) return null;
  const filled = unscoped.rules.length > 0 ? scopes : seasons;
  // 'April-September 8-20, October-March 8-16, Sunday closed': the last may be of the whole year.
  const [last, ...before] = [...filled].reverse();
  const isClear = last?.rules.slice(1).every(({ days }) => {
    const isDate = days?.weekdays.length === 0 && !days.isOfHolidays;
    const hasCounterpart = before.every(({ rules }) =>
      rules.some((rule) => rule.days && days && areSameDays(rule.days, days)),
    );
    return isDate || hasCounterpart;
  });
  if (isClear === false) return null;
  const rules = filled.flatMap(({ season, rules }) => rules.map((rule) => ({ ...rule, season })));
  return [...closures, ...rules];
}

function areSameDays(a: NamedDays, b: NamedDays): boolean {
  const keyOf = ({ weekdays, isOfHolidays }: NamedDays) =>
    [...weekdays].sort().join() + isOfHolidays;
  return keyOf(a) === keyOf(b);
}

/**
 * Rules whose seasons stand after them; null without any, and for a season after several rules, since it may be that of
 * the last one. Closed days may follow the last season.
 */
function scopeBackwards(units: readonly Unit[]): Rule[] | null {
  const rules: Rule[] = [];
  let open: DayRule[] = [];
  let hasScope = false;
  for (const unit of units) {
    if (unit.kind === "closed-season") rules.push(closed(unit.season));
    else if (unit.kind === "rule") {
      if (unit.days === null && open.length > 0) return null;
      open.push(unit);
    } else {
      if (open.length !== 1) return null;
      rules.push(...open.map((rule) => ({ ...rule, season: unit.season })));
      open = [];
      hasScope = true;
    }
  }
  const areClosed = open.every(({ hours }) => hours === null);
  return hasScope && areClosed
    ? [...rules, ...open.map((rule) => ({ ...rule, season: {} }))]
    : null;
}

function closed(season: Season): Rule {
  return { season, days: null, hours: null };
}

/** Rule with the days of the year on which it holds; null for all. */
interface DatedRule extends DayRule {
  readonly range: DateRange | null;
  readonly weekdays: readonly number[];
  readonly isOfHolidays: boolean;
}

const everyWeekday = [0, 1, 2, 3, 4, 5, 6];

/** Rules in OpenStreetMap's syntax; null where they contradict each other, or leave something open. */
function formatRules(rules: readonly Rule[], winter: Winter): string | null {
  const dated = rules.map((rule): DatedRule | null => {
    const range = rangeOf(rule.season, rules, winter);
    if (range === undefined) return null;
    const { weekdays = everyWeekday, isOfHolidays = false } = rule.days ?? {};
    return { ...rule, range: range && isWholeYear(range) ? null : range, weekdays, isOfHolidays };
  });
  if (!dated.every((rule) => rule !== null)) return null;
  const week = dated.filter(({ weekdays, isOfHolidays }) => weekdays.length > 0 || isOfHolidays);
  const open = week.filter(({ hours }) => hours !== null);
  const isMixed = week.some(({ days, hours }) => hours === null && days?.isOfWork);
  const hasGap = open.some(({ range }) => range) && !isWholeYearSaid(rules, open, week);
  if (open.length === 0 || isMixed || hasGap || hasContradiction(open, week)) return null;
  const dates = formatDates(dated);
  const text = formatWeek(open, week);
  if (text === "00:00-24:00" && dates?.length === 0) return "24/7";
  return dates && [text, ...dates].join("; ");
}

/** Range of a season; null for the whole year, undefined where it is unknown. */
function rangeOf(
  { name, range }: Season,
  rules: readonly Rule[],
  winter: Winter,
): DateRange | null | undefined {
  if (range) return range;
  if (!name) return null;
  const said = (name: string) =>
    rules.find(({ season }) => season.name === name && season.range)?.season.range;
  const own = said(name);
  const other = said(name === "winter" ? "summer" : "winter");
  if (own || other) return own ?? restOfYear(other!);
  if (!winter) return undefined;
  const months = {
    from: { month: winter.from, day: 1 },
    to: { month: winter.to, day: monthLength(winter.to) },
  };
  return name === "winter" ? months : restOfYear(months);
}

/**
 * Whether what is said of seasons can be the whole: one season without a name, outside which it is closed, or
 * seasons that fill the year.
 */
function isWholeYearSaid(
  rules: readonly Rule[],
  open: readonly DatedRule[],
  week: readonly DatedRule[],
): boolean {
  const ranges = new Set(open.map(({ range }) => JSON.stringify(range)));
  const isNamed = rules.some(({ season, hours }) => hours !== null && season.name !== undefined);
  if (ranges.size === 1 && !isNamed) return true;
  return daysOfYear.every((day) => week.some(({ range }) => isIn(range, day)));
}

function hasContradiction(open: readonly DatedRule[], week: readonly DatedRule[]): boolean {
  return open.some((rule, index) =>
    week.some((other) => {
      if (other === rule || !doMeet(rule.range, other.range)) return false;
      const shared = rule.weekdays.filter((day) => other.weekdays.includes(day)).length;
      const isShared = shared > 0 || (rule.isOfHolidays && other.isOfHolidays);
      if (!isShared) return false;
      if (other.hours !== null)
        return open.indexOf(other) > index && other.hours.text !== rule.hours!.text;
      // A day or a season can be closed within what is open, nothing more.
      const isSeason = other.days === null;
      const isPart = isSeason
        ? daysOfYear.some((day) => isIn(rule.range, day) && !isIn(other.range, day))
        : shared === other.weekdays.length && shared < rule.weekdays.length;
      return !isPart || (rule.isOfHolidays && other.isOfHolidays);
    }),
  );
}

/** Rules of weekdays and public holidays, in the order in which later ones replace former ones. */
function formatWeek(open: readonly DatedRule[], week: readonly DatedRule[]): string {
  const isLate = open.some(({ hours }) => hours!.isLate);
  const off = week.filter(({ hours, days }) => hours === null && days !== null);
  const isSame = (a: DateRange | null, b: DateRange | null) =>
    a === null || JSON.stringify(a) === JSON.stringify(b);
  const remaining = open.map((rule) => ({
    ...rule,
    weekdays: off
      .filter(({ range }) => isSame(range, rule.range))
      .reduce((days, { weekdays }) => days.filter((day) => !weekdays.includes(day)), rule.weekdays),
  }));
  // A rule of closed days would end at midnight the night before.
  const said = off.filter(({ isOfHolidays }) => !isLate || isOfHolidays);
  const seasons = week.filter(({ hours, days }) => hours === null && days === null);
  const [ofHolidays, ofWeek] = [true, false].map((isOfHolidays) =>
    [...remaining, ...said].filter((rule) => rule.isOfHolidays === isOfHolidays),
  );
  const isOfWork = open.some(({ days }) => days?.isOfWork) && ofHolidays.length === 0;
  return [
    // Rules after a comma leave the night before as it is.
    ofWeek.map(formatRule).join(isLate ? ", " : "; "),
    ...ofHolidays.map(formatRule),
    ...(isOfWork ? ["PH off"] : []),
    ...seasons.map(formatRule),
  ]
    .filter(Boolean)
    .join("; ");
}

function formatRule({ range, weekdays, isOfHolidays, hours }: DatedRule): string {
  const isEveryDay = weekdays.length === 7 && !isOfHolidays;
  const days = formatDays({
    dates: range ? [range] : [],
    weekdays: isEveryDay ? null : [...weekdays].sort(),
    isOfHolidays,
  });
  return [days, hours?.text ?? "off"].filter(Boolean).join(" ");
}

/** Rules of dates, such as Christmas Day; null where two of a date differ. */
function formatDates(rules: readonly DayRule[]): string[] | null {
  const byDate = new Map<string, string>();
  for (const { days, hours } of rules) {
    const text = hours?.text ?? "off";
    for (const date of days?.dates ?? []) {
      if ((byDate.get(date) ?? text) !== text) return null;
      byDate.set(date, text);
    }
  }
  return [...byDate].map(([date, text]) => `${date} ${text}`);
}

const daysOfYear: readonly MonthDay[] = Array.from({ length: 12 }, (_, index) => index + 1).flatMap(
  (month) => Array.from({ length: monthLength(month) }, (_, index) => ({ month, day: index + 1 })),
);

function isIn(range: DateRange | null, day: MonthDay): boolean {
  if (range === null) return true;
  const [from, to, at] = [range.from, range.to, day].map(({ month, day }) => month * 32 + day);
  return from <= to ? at >= from && at <= to : at >= from || at <= to;
}

function doMeet(a: DateRange | null, b: DateRange | null): boolean {
  return daysOfYear.some((day) => isIn(a, day) && isIn(b, day));
}

function restOfYear({ from, to }: DateRange): DateRange {
  const next = to.day < monthLength(to.month) ? { ...to, day: to.day + 1 } : null;
  const last = from.month === 1 ? 12 : from.month - 1;
  return {
    from: next ?? { month: (to.month % 12) + 1, day: 1 },
    to: from.day > 1 ? { ...from, day: from.day - 1 } : { month: last, day: monthLength(last) },
  };
}
