import { hungary } from "#domain/place/home-country.ts";
import { roundDistance } from "#domain/text/distance-units.ts";
import { intlLocale, type Locale, localeEntryOf } from "#domain/text/language.ts";
import { useHome } from "./home.ts";
import { useTranslation } from "./use-translation.tsx";

const formatters = new Map<string, Formatter>();

/** The formatter of the page's locale. */
export function useFormatter(): Formatter {
  const { i18n } = useTranslation();
  const { timeZone } = useHome();
  const key = i18n.locale + timeZone;
  const formatter = formatters.get(key) ?? createFormatter(i18n.locale, timeZone);
  formatters.set(key, formatter);
  return formatter;
}

/** Writes values in a locale with `Intl`; units are in the names of the parameters. */
export interface Formatter {
  /** `1234,5`, `12 345` */
  number: (value: number) => string;
  /** A mean of ratings, always two decimals: `4,50`. */
  rating: (mean: number) => string;
  /**
   * `230 m` to the ten metres below a kilometre, `1,2 km` to the hundred metres below ten, `12 km`
   * beyond; in regions with miles `250 ft` or `270 yd`, `0.3 mi`, `12 mi`.
   */
  distance: (meters: number) => string;
  /** Walking or waiting time, `5 perc`, `5 min`; at least a minute. */
  minutes: (seconds: number) => string;
  /** A length of time from a minute on: `47 perc`, `2 óra 10 perc`. */
  duration: (seconds: number) => string;
  /** An amount of money: `500 Ft`, `0,50 €`. @param currency ISO 4217 */
  money: (amount: number, currency: string) => string;
  /** An amount without a currency: `12,50`. */
  amount: (amount: number) => string;
  /** The day of an ISO 8601 instant, in the home country's time zone unless another is given. */
  date: (instant: string, timeZone?: string) => string;
  /** Day and minute of an ISO 8601 instant, in the time zone of `date`: `2026. márc. 2. 00:05`. */
  dateTime: (instant: string, timeZone?: string) => string;
  /** The minute of an instant by a time zone, else by the device's own, as opening times are written: `03:45`. */
  time: (instantMs: number, timeZone?: string) => string;
  /** A time on a clock, whatever the zone: `dec. 24., cs. 15:00`. @param at `YYYY-MM-DDTHH:MM` */
  wallTime: (at: string) => string;
  /** A length of time from now, negative before it: `5 perccel ezelőtt`, `holnap`. */
  relative: (value: number, unit: "minute" | "hour" | "day") => string;
  /** `április 15.`. @param day ISO 8601 date */
  dayOfMonth: (day: string) => string;
  /** `ápr. 15.`. @param day ISO 8601 date */
  shortDay: (day: string) => string;
  /** `hétfő`. @param weekday 0 is Monday */
  weekday: (weekday: number) => string;
  /**
   * A country's name; its code where it has none.
   *
   * @param country ISO 3166-1 alpha-2
   */
  country: (country: string) => string;
}

/** A Monday, at noon in UTC. */
const someMondayMs = Date.UTC(2024, 0, 1, 12);
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The formatter of one locale. Formats are created on first use, because creating one costs a thousand
 * times more than using it.
 *
 * @param homeTimeZone IANA name
 */
export function createFormatter(named: Locale, homeTimeZone = hungary.timeZone): Formatter {
  const locale = intlLocale(named);
  // Browsers disagree on 1000 in Hungarian, and a page must show what the server did.
  const { grouping: useGrouping = "auto", minutes: minuteDisplay = "short" } = localeEntryOf(named);
  const numbers = cached(
    (key) => new Intl.NumberFormat(locale, { useGrouping, ...JSON.parse(key) }),
  );
  const dates = cached((key) => new Intl.DateTimeFormat(locale, JSON.parse(key)));
  const regions = cached(() => new Intl.DisplayNames(locale, { type: "region" }));
  const countries = cached((country) => regions("").of(country) ?? country);
  const relatives = cached(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    numbers(JSON.stringify(options)).format(value);
  const date = (instant: number, options: Intl.DateTimeFormatOptions) =>
    dates(JSON.stringify(options)).format(instant);
  const weekdays = cached((weekday) =>
    date(someMondayMs + Number(weekday) * dayMs, { weekday: "long", timeZone: "UTC" }),
  );
  // A number and its unit stay on one line.
  const length = (
    value: number,
    unit: string,
    maximumFractionDigits: number,
    unitDisplay?: "long" | "short",
  ) =>
    number(value, { style: "unit", unit, maximumFractionDigits, unitDisplay }).replaceAll(
      " ",
      "\u00a0",
    );

  return {
    number: (value) => number(value, {}),
    rating: (mean) => number(mean, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    distance: (meters) => {
      const { value, unit, digits } = roundDistance(meters, named);
      return length(value, unit, digits);
    },
    minutes: (seconds) => length(Math.max(1, Math.round(seconds / 60)), "minute", 0, minuteDisplay),
    duration: (seconds) => {
      const minutes = Math.max(1, Math.round(seconds / 60));
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      return [
        ...(hours > 0 ? [length(hours, "hour", 0, minuteDisplay)] : []),
        ...(rest > 0 || hours === 0 ? [length(rest, "minute", 0, minuteDisplay)] : []),
      ].join(" ");
    },
    money: (amount, currency) =>
      number(amount, { style: "currency", currency, ...fractionOf(amount) }),
    amount: (amount) => number(amount, fractionOf(amount)),
    date: (instant, timeZone = homeTimeZone) =>
      date(Date.parse(instant), { dateStyle: "medium", timeZone }),
    dateTime: (instant, timeZone = homeTimeZone) =>
      date(Date.parse(instant), {
        dateStyle: "medium",
        timeStyle: "short",
        hourCycle: "h23",
        timeZone,
        // Hungarian writes `0:05` here.
      }).replace(/\b\d:/, "0$&"),
    time: (instantMs, timeZone) => date(instantMs, { ...clock, timeZone }),
    wallTime: (at) =>
      date(Date.parse(`${at}Z`), {
        ...{ weekday: "short", month: "short", day: "numeric" },
        ...{ ...clock, timeZone: "UTC" },
      }),
    relative: (value, unit) => relatives("").format(value, unit),
    dayOfMonth: (day) => date(Date.parse(day), { month: "long", day: "numeric", timeZone: "UTC" }),
    shortDay: (day) => date(Date.parse(day), { month: "short", day: "numeric", timeZone: "UTC" }),
    weekday: (weekday) => weekdays(String(weekday)),
    country: (country) => countries(country),
  };
}

/** Hours and minutes as opening times have them, from `00:00` to `23:59`. */
const clock = {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const satisfies Intl.DateTimeFormatOptions;

/** Whole amounts without decimals, others with two. */
function fractionOf(amount: number): Intl.NumberFormatOptions {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** A function that makes a value once for each key. */
export function cached<Value, Key extends string = string>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}
