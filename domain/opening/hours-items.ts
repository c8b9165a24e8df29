import { type HoursToken, type NumberToken, tokenizeHours, writingOf } from "./hours-tokens.ts";
import { formatMinuteOfDay, minutesPerDay } from "./local-time.ts";
import { isMonthDay, monthLength, monthNames, weekdayNames } from "./opening-hours-syntax.ts";
import { type DateRange, findOverlap } from "./usual-hours.ts";

/** Part of a text of opening hours in words, in the order of the text. */
export type HoursItem =
  | OtherItem
  | (Marked & { readonly kind: "hours"; readonly hours: SpokenHours });

type OtherItem = Marked &
  (
    | { readonly kind: "season"; readonly season: Season }
    | { readonly kind: "days" | "except"; readonly days: NamedDays }
    | { readonly kind: "off" }
  );

interface Marked {
  /** Mark before it, the strongest of several: a semicolon or new line, an opening bracket, a comma. */
  readonly mark: "" | "," | "(" | ";";
}

/** Part of the year: by its name, by its days, or by both; the whole year without either. */
export interface Season {
  readonly name?: "summer" | "winter";
  readonly range?: DateRange;
}

export interface NamedDays {
  /** 0 is Monday. */
  readonly weekdays: readonly number[];
  readonly isOfHolidays: boolean;
  /** In the syntax of opening hours: `Dec 25`, `easter -2 days`. */
  readonly dates: readonly string[];
  /** Whether they are working days, without public holidays. */
  readonly isOfWork: boolean;
}

export interface SpokenHours {
  /** In the syntax of opening hours. */
  readonly text: string;
  /** Whether they continue past midnight. */
  readonly isLate: boolean;
}

/**
 * Reads the parts of a text in one language. Null where something is not understood; `ambiguous` where times may mean
 * two things, such as '9-5'.
 */
export function readHoursItems(text: string, language: string): HoursItem[] | null | "ambiguous" {
  const tokens = tokenizeHours(text, language);
  const parts = tokens && new PartReader(tokens).read();
  if (!parts) return null;
  const times = parts.flatMap((part) => (part.kind === "times" ? part.ranges.flat() : []));
  const clock = clockOf(times, language);
  const items = parts.map((part): HoursItem | null => {
    if (part.kind !== "times") return part;
    const hours = resolveHours(part.ranges, clock);
    return hours && { kind: "hours", hours, mark: part.mark };
  });
  return items.every((item) => item !== null) ? items : "ambiguous";
}

type Time =
  | NumberToken
  | { readonly kind: "sun"; readonly event: string }
  | { readonly kind: "noon" }
  | { readonly kind: "midnight" };

type TimeRange = readonly [from: Time, to: Time];

type Part =
  | OtherItem
  | (Marked & { readonly kind: "times"; readonly ranges: readonly TimeRange[] });

/** Part whose mark is not known yet. */
type Bare<T> = T extends Marked ? Omit<T, "mark"> : never;

/** Atom of a range, and the index of the token after it. */
interface Found<T> {
  readonly value: T;
  readonly next: number;
  readonly side?: "from" | "to" | undefined;
}

interface FoundRange<T> {
  readonly from: T;
  readonly to: T | null;
  readonly next: number;
}

const dayMeanings = /^(?:working )?(Mo|Tu|We|Th|Fr|Sa|Su)(?:-(Mo|Tu|We|Th|Fr|Sa|Su))?$/;
const dateMeanings = /^(?:easter.*|[A-Z][a-z]{2} \d\d?)$/;
const wholeDay: TimeRange = [{ kind: "midnight" }, { kind: "midnight" }];

const markOrder = [";", "(", ","] as const;

class PartReader {
  readonly #tokens: readonly HoursToken[];

  constructor(tokens: readonly HoursToken[]) {
    this.#tokens = tokens;
  }

  /** Null where a token has no place in a part. */
  read(): Part[] | null {
    const parts: Part[] = [];
    // A text that was cut off is not whole.
    if ([0, this.#tokens.length - 1].some((at) => this.#isWord(at, "and"))) return null;
    let dash: Part | null = null;
    let mark: Marked["mark"] = "";
    for (let at = 0; at < this.#tokens.length; ) {
      if (this.#tokens[at].kind === "mark" || this.#isWord(at, "and")) {
        if (this.#isMark(at, "-")) {
          if (dash || parts.length === 0) return null;
          dash = parts.at(-1)!;
        }
        const found = markOrder.find((one) => this.#isMark(at, one)) ?? "";
        mark = markOrder.find((one) => one === mark || one === found) ?? "";
        at++;
        continue;
      }
      const found = this.#readPart(at, mark === "," ? parts.at(-1)?.kind : undefined);
      // A dash between two parts of one kind is a range that was not understood.
      if (!found || (dash && dash.kind === found.value[0].kind)) return null;
      parts.push(...found.value.map((part) => ({ ...part, mark }) as Part));
      at = found.next;
      [dash, mark] = [null, ""];
    }
    return dash ? null : parts;
  }

  /** @param listed kind of the part before a comma */
  #readPart(at: number, listed: Part["kind"] | undefined): Found<Bare<Part>[]> | null {
    if (this.#isWord(at, "off")) return { value: [{ kind: "off" }], next: at + 1 };
    if (this.#isWord(at, "winter off")) {
      const winter = { kind: "season", season: { name: "winter" } } as const;
      return { value: [winter, { kind: "off" }], next: at + 1 };
    }
    const isExcept = this.#isWord(at, "except");
    const season = isExcept ? null : this.#readSeason(at);
    if (season) return { value: [{ kind: "season", season: season.value }], next: season.next };
    const days = this.#readDays(isExcept ? at + 1 : at);
    // A list of exceptions continues to the end of the part.
    const kind = isExcept || listed === "except" ? "except" : "days";
    if (days) return { value: [{ kind, days: days.value }], next: days.next };
    const times = isExcept ? null : this.#readTimes(at);
    return times && { value: [{ kind: "times", ranges: times.value }], next: times.next };
  }

  /** Season, with its days in brackets where they follow: 'Summer (April - September)'. */
  #readSeason(at: number): Found<Season> | null {
    const first = this.#readSeasonPart(at);
    if (!first || !this.#isMark(first.next, "(")) return first;
    const second = this.#readSeasonPart(first.next + 1);
    if (!second || !this.#isMark(second.next, ")")) return first;
    const isPair = (first.value.name === undefined) !== (second.value.name === undefined);
    return isPair ? { value: { ...first.value, ...second.value }, next: second.next + 1 } : first;
  }

  #readSeasonPart(at: number): Found<Season> | null {
    const meaning = this.#meaning(at);
    if (meaning === "summer" || meaning === "winter")
      return { value: { name: meaning }, next: at + 1 };
    if (meaning === "year") return { value: {}, next: at + 1 };
    const dates = this.#readRange(at, (at) => this.#readDate(at));
    if (!dates || (dates.to === null && dates.from.day !== undefined)) return null;
    const { from, to } = { ...dates, to: dates.to ?? dates.from };
    // 'April - 15 October' may begin in the middle of April.
    if ((from.day === undefined) !== (to.day === undefined)) return null;
    const range = {
      from: { month: from.month, day: from.day ?? 1 },
      to: { month: to.month, day: to.day ?? monthLength(to.month) },
    };
    return { value: { range }, next: dates.next };
  }

  /** Days that 'and' joins; commas part them, since a new rule may begin there. */
  #readDays(at: number): Found<NamedDays> | null {
    const first = this.#readDay(at);
    if (!first) return null;
    let { value, next } = first;
    for (;;) {
      const isJoined = this.#isWord(next, "and") || this.#isMark(next, "/");
      const other = isJoined ? this.#readDay(next + 1) : null;
      if (!other) return { value, next };
      value = joinDays(value, other.value);
      next = other.next;
    }
  }

  #readDay(at: number): Found<NamedDays> | null {
    const range = this.#readRange(at, (at) => this.#readDayName(at));
    if (!range) return null;
    const { from, to, next } = range;
    if (to === null) return { value: from, next };
    const [first, last] = [from, to].map(({ weekdays }) => weekdays);
    const areSingle = first.length === 1 && last.length === 1;
    return areSingle ? { value: daysBetween(first[0], last[0]), next } : null;
  }

  #readDayName(at: number): Found<NamedDays> | null {
    const token = this.#tokens[at];
    const meaning = this.#meaning(at);
    const none = { weekdays: [], isOfHolidays: false, dates: [], isOfWork: false };
    if (token?.kind === "word" && meaning !== null) {
      const [, from, to = from] = dayMeanings.exec(meaning) ?? [];
      const days =
        from !== undefined
          ? daysBetween(weekdayNames.indexOf(from), weekdayNames.indexOf(to))
          : null;
      const found = { next: at + 1, side: token.side };
      if (days) return { value: { ...days, isOfWork: meaning.startsWith("working") }, ...found };
      if (meaning === "PH") return { value: { ...none, isOfHolidays: true }, ...found };
      if (dateMeanings.test(meaning)) return { value: { ...none, dates: [meaning] }, ...found };
    }
    const date = this.#readDate(at);
    if (date?.value.day === undefined) return null;
    const { month, day } = date.value;
    return { ...date, value: { ...none, dates: [`${monthNames[month - 1]} ${day}`] } };
  }

  /** Month, with a day before or after it. */
  #readDate(at: number): Found<{ readonly month: number; readonly day?: number }> | null {
    const token = this.#tokens[at];
    if (token?.kind === "date") return isMonthDay(token) ? { value: token, next: at + 1 } : null;
    if (token?.kind === "number") {
      const month = this.#readMonth(at + 1);
      const value = { month: month?.value ?? 0, day: token.value };
      return month && isBare(token) && isMonthDay(value) ? { ...month, value } : null;
    }
    const month = this.#readMonth(at);
    if (!month) return null;
    const day = this.#tokens[month.next];
    const isDay =
      !month.side && day?.kind === "number" && isBare(day) && !this.#isRangeOfHours(month.next);
    if (!isDay) return { ...month, value: { month: month.value } };
    const value = { month: month.value, day: day.value };
    return isMonthDay(value) ? { value, next: month.next + 1, side: day.side } : null;
  }

  #readMonth(at: number): Found<number> | null {
    const token = this.#tokens[at];
    const month = monthNames.indexOf(this.#meaning(at) ?? "") + 1;
    return month > 0 && token.kind === "word"
      ? { value: month, next: at + 1, side: token.side }
      : null;
  }

  /** Whether a number after a month begins hours, as in 'April 8-18', rather than being its day. */
  #isRangeOfHours(at: number): boolean {
    const end = this.#isConnector(at + 1) ? this.#tokens[at + 2] : undefined;
    return end?.kind === "number" && this.#readMonth(at + 3) === null;
  }

  #readTimes(at: number): Found<TimeRange[]> | null {
    const first = this.#readTimeRange(at);
    if (!first) return null;
    const ranges = [first.value];
    let { next } = first;
    for (;;) {
      const isJoined =
        this.#isWord(next, "and") || this.#isMark(next, ",") || this.#isMark(next, "/");
      const other = isJoined ? this.#readTimeRange(next + 1) : null;
      if (!other) return { value: ranges, next };
      ranges.push(other.value);
      next = other.next;
    }
  }

  #readTimeRange(at: number): Found<TimeRange> | null {
    if (this.#isWord(at, "24/7")) return { value: wholeDay, next: at + 1 };
    const range = this.#readBetween(at) ?? this.#readRange(at, (at) => this.#readTime(at));
    if (!range) return null;
    const { from, to, next } = range;
    if (to !== null) return isLikeDates([from, to]) ? null : { value: [from, to], next };
    const isDuration = from.kind === "number" && from.value === 24 && from.unit === "hours";
    return isDuration && from.minute === undefined ? { value: wholeDay, next } : null;
  }

  /** 'between 8 and 18 o'clock', '8 és 18 óra között'. */
  #readBetween(at: number): FoundRange<Time> | null {
    const isBefore = this.#isWord(at, "between");
    const from = this.#readTime(isBefore ? at + 1 : at);
    const to = from && this.#isWord(from.next, "and") ? this.#readTime(from.next + 1) : null;
    if (!from || !to || from.side || to.side) return null;
    if (isBefore) return { from: from.value, to: to.value, next: to.next };
    const isAfter = this.#isWord(to.next, "between after");
    return isAfter ? { from: from.value, to: to.value, next: to.next + 1 } : null;
  }

  #readTime(at: number): Found<Time> | null {
    const token = this.#tokens[at];
    if (this.#isMark(at, "(")) {
      const inner = this.#readTime(at + 1);
      return inner && this.#isMark(inner.next, ")") ? { ...inner, next: inner.next + 1 } : null;
    }
    if (token?.kind === "word") {
      const { meaning, side } = token;
      if (meaning === "noon" || meaning === "midnight")
        return { value: { kind: meaning }, next: at + 1, side };
      const isSun = /^(?:sunrise|sunset|dawn|dusk)$/.test(meaning);
      return isSun ? { value: { kind: "sun", event: meaning }, next: at + 1, side } : null;
    }
    if (token?.kind !== "number" || token.isOrdinal) return null;
    // '30 April'
    if (isBare(token) && this.#readMonth(at + 1)) return null;
    // '12 noon'
    const named = token.value === 12 && !token.minute ? this.#meaning(at + 1) : null;
    if (named === "noon" || named === "midnight") return this.#readTime(at + 1);
    return { value: token, next: at + 1, side: token.side };
  }

  /** An atom, or two with a connector or suffixes between them; 'from' needs two. */
  #readRange<T>(at: number, readAtom: (at: number) => Found<T> | null): FoundRange<T> | null {
    const needsEnd = this.#isWord(at, "from");
    const from = readAtom(needsEnd ? at + 1 : at);
    if (!from || from.side === "to") return null;
    const isConnected = this.#isConnector(from.next);
    const to = isConnected || from.side ? readAtom(from.next + (isConnected ? 1 : 0)) : null;
    const isEnd = to && to.side !== "from" && (!from.side || to.side === "to");
    if (isEnd) return { from: from.value, to: to.value, next: to.next };
    return needsEnd || from.side ? null : { from: from.value, to: null, next: from.next };
  }

  #isConnector(at: number): boolean {
    return this.#isMark(at, "-") || this.#isWord(at, "to");
  }

  #isMark(at: number, mark: string): boolean {
    const token = this.#tokens[at];
    return token?.kind === "mark" && token.mark === mark;
  }

  #isWord(at: number, meaning: string): boolean {
    return this.#meaning(at) === meaning;
  }

  #meaning(at: number): string | null {
    const token = this.#tokens[at];
    return token?.kind === "word" ? token.meaning : null;
  }
}

function isBare({ minute, half, unit }: NumberToken): boolean {
  return minute === undefined && half === undefined && unit === undefined;
}

function daysBetween(from: number, to: number): NamedDays {
  const length = ((to - from + 7) % 7) + 1;
  const weekdays = Array.from({ length }, (_, index) => (from + index) % 7);
  return { weekdays, isOfHolidays: false, dates: [], isOfWork: false };
}

export function joinDays(a: NamedDays, b: NamedDays): NamedDays {
  return {
    weekdays: [...new Set([...a.weekdays, ...b.weekdays])],
    isOfHolidays: a.isOfHolidays || b.isOfHolidays,
    dates: [...a.dates, ...b.dates],
    isOfWork: a.isOfWork || b.isOfWork,
  };
}

/** Clock of a text: a number without am or pm is an hour of 24, of 12, or of either. */
type Clock = "24" | "12" | "either";

function clockOf(times: readonly Time[], language: string): Clock {
  const numbers = times.filter((time) => time.kind === "number");
  if (numbers.some(({ half }) => half !== undefined)) return "12";
  const isOf24 = numbers.some(
    ({ value, isPadded, unit, separator }) =>
      value > 12 || value === 0 || isPadded || unit !== undefined || separator === "h",
  );
  return isOf24 || !writingOf(language).hasTwelveHours ? "24" : "either";
}

function resolveHours(ranges: readonly TimeRange[], clock: Clock): SpokenHours | null {
  const resolved = ranges.map((range) => resolveRange(range, clock));
  if (!resolved.every((range) => range !== null)) return null;
  const numeric = resolved.flatMap(([opensMinute, closesMinute]) =>
    typeof opensMinute === "number" && typeof closesMinute === "number"
      ? [{ opensMinute, closesMinute }]
      : [],
  );
  // Ranges by the sun may overlap; where a later one begins earlier, '6-9' may mean the evening.
  const isOrdered = numeric.every(
    ({ opensMinute }, index) => index === 0 || opensMinute > numeric[index - 1].opensMinute,
  );
  const isWhole = numeric.length === resolved.length && isOrdered && findOverlap(numeric) === null;
  if (resolved.length > 1 && !isWhole) return null;
  const text = resolved
    .map((range) =>
      range.map((time) => (typeof time === "number" ? formatMinuteOfDay(time) : time)),
    )
    .map((range) => range.join("-"))
    .join();
  return { text, isLate: numeric.some((range) => range.closesMinute < range.opensMinute) };
}

/** The one range that a text can mean; null where it can mean several, or none. */
function resolveRange(range: TimeRange, clock: Clock): [number | string, number | string] | null {
  const halves = range.map((time) => (time.kind === "number" ? time.half : undefined));
  const [opens, closes] = range.map((time, index) =>
    candidatesOf(time, index === 1, clock, halves[1 - index]),
  );
  const all = opens.flatMap((from) => closes.map((to) => [from, to] as [number, number]));
  const plausible = all.filter(([opens, closes]) => isPlausible(opens, closes, range));
  return plausible.length === 1 ? plausible[0] : null;
}

/** '04.15-10.15' may be two dates. */
function isLikeDates(range: TimeRange): boolean {
  return range.every(
    (time) =>
      time.kind === "number" &&
      time.separator === "." &&
      time.value <= 12 &&
      time.minute !== 0 &&
      time.half === undefined &&
      time.unit === undefined,
  );
}

/** What a time can mean: minutes of the day, or an event of the sun. */
function candidatesOf(
  time: Time,
  isClosing: boolean,
  clock: Clock,
  otherHalf: "am" | "pm" | undefined,
): readonly (number | string)[] {
  if (time.kind === "sun") return [time.event];
  if (time.kind === "noon") return [12 * 60];
  if (time.kind === "midnight") return [isClosing ? minutesPerDay : 0];
  const { value, minute = 0, half, separator } = time;
  const isHour = value < 24 || (value === 24 && minute === 0 && isClosing);
  // Of '8.10' it is unclear whether it is a time; a year such as '2020' is not one.
  const isDate =
    (separator === "." && minute % 15 !== 0) ||
    (!separator && time.minute !== undefined && value >= 20 && !isClosing);
  if (!isHour || isDate) return [];
  const written = value * 60 + minute;
  // '0:00-23:59'
  const isMidnight = isClosing && (written === 0 || written === minutesPerDay - 1);
  if (half !== undefined) {
    if (value < 1 || value > 12) return [];
    if (value < 12 || minute > 0) return [(value % 12) * 60 + minute + (half === "pm" ? 720 : 0)];
    // Writers mean either noon or midnight by 12am and 12pm; '12pm-4pm' and '5pm-12am' are clear.
    if (half === "pm") return isClosing ? [] : [12 * 60];
    return isClosing && otherHalf === "pm" ? [minutesPerDay] : [];
  }
  if (clock === "24") return [isMidnight ? minutesPerDay : written];
  // '9-5pm'
  if (otherHalf === undefined || value === 0 || value > 12) return [];
  if (value === 12) return [12 * 60 + minute];
  return [value * 60 + minute, (value + 12) * 60 + minute];
}

/** Whether a toilet may open and close at these times, as they are written. */
function isPlausible(
  opens: number | string,
  closes: number | string,
  [from, to]: TimeRange,
): boolean {
  // A place opens by sunrise and closes by sunset.
  if (typeof opens === "string" || typeof closes === "string")
    return !/sunset|dusk/.test(`${opens}`) && !/sunrise|dawn/.test(`${closes}`);
  if (closes > opens) {
    // '1-5' means the afternoon.
    const isEarly = opens >= 60 && opens < 6 * 60 && closes <= 12 * 60;
    const isSure = isSurelyOf24(from);
    return closes - opens >= 30 && !(isEarly && !isSure);
  }
  const isSure = isSurelyOf24(to);
  const isNight = opens >= 15 * 60 && closes <= 9 * 60;
  return closes < opens && (isNight || (closes <= 3 * 60 && isSure));
}

/** Whether a time is not one of a clock of 12 hours without am or pm. */
function isSurelyOf24(time: Time): boolean {
  if (time.kind !== "number") return true;
  const { isPadded, half, unit, separator } = time;
  return isPadded || half !== undefined || unit === "hours" || separator === "h";
}
