import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type opening_hours from "opening_hours";
import { ZoneClock } from "#domain/opening/local-time.ts";
import { maxOpeningHoursLength, textLength } from "#domain/text/text-limits.ts";
import type { InvalidPart } from "#domain/validation/check-fields.ts";

/** Site of an evaluation: holidays, clock and sun. */
export interface HoursSite {
  /** Country of the holidays, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly timeZone: string;
  /** Position for texts that name the sun; null for others. */
  readonly sun: { readonly longitude: number; readonly latitude: number } | null;
  /** Whether public holidays of single states count in the whole country; default: only those of the whole country. */
  readonly withStates?: boolean;
}

type Library = typeof opening_hours;

const localFields = [
  ...["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"],
] as const;

/**
 * Date whose 'local' fields are those of UTC. The library uses the local fields of `Date`, which are of the process's
 * own zone; with this class it computes in wall time instead (see `ZoneClock`), in any process and for any zone.
 */
export class WallDate extends Date {
  constructor(...fields: [] | [value: number | string | Date] | Parameters<typeof Date.UTC>) {
    if (fields.length > 1) super(Date.UTC(...(fields as Parameters<typeof Date.UTC>)));
    else if (fields.length === 1) super(fields[0] as number);
    else super();
  }

  override getDay(): number {
    return this.getUTCDay();
  }

  override getTimezoneOffset(): number {
    return 0;
  }
}

for (const field of localFields) {
  for (const access of ["get", "set"] as const) {
    const utc = Object.getOwnPropertyDescriptor(Date.prototype, `${access}UTC${field}`)!;
    Object.defineProperty(WallDate.prototype, `${access}${field}`, utc);
  }
}

const libraryFile = createRequire(import.meta.url).resolve("opening_hours");

/** Clock of the current evaluation. */
let sunClock = ZoneClock.of("UTC");

interface SunTimes {
  getTimes(date: Date, latitude: number, longitude: number): Record<string, unknown>;
}

/** Wraps the library's package for sun times so that its instants are wall time. */
function sunOnWall({ getTimes }: SunTimes): SunTimes {
  return {
    getTimes(date, latitude, longitude) {
      const instant = sunClock.instantOf(date.getTime());
      const times = getTimes(new Date(instant), latitude, longitude);
      const onWall = Object.entries(times).map(([name, time]) => {
        const isTime = time instanceof Date && !Number.isNaN(time.getTime());
        return [name, isTime ? new WallDate(sunClock.wallTimeAt(time.getTime())) : null];
      });
      return Object.fromEntries(onWall);
    },
  };
}

/** Whether the current evaluation counts the holidays of all states. */
let countsAllStates = false;

/**
 * `Array` for the library, which stores the states of a holiday in an array. While all states count, `isArray` is
 * false for such an array, so that the library does not filter by state: it has no list of states to try instead.
 */
const arrayForStates = new Proxy(Array, {
  get: (target, key) => (key === "isArray" ? isList : Reflect.get(target, key)),
});

function isList(value: unknown): value is unknown[] {
  if (!Array.isArray(value)) return false;
  return !(countsAllStates && value.length > 0 && value.every((part) => typeof part === "string"));
}

/** Silent console: the library logs each text that it cannot evaluate, besides throwing. */
const silent = { ...console, log() {}, warn() {}, error() {}, info() {} };

function loadLibrary(): Library {
  const requireOf = createRequire(libraryFile);
  const module = { exports: {} };
  const load = compileFunction(
    readFileSync(libraryFile, "utf8"),
    ["module", "exports", "require", "Date", "console", "Array"],
    { filename: libraryFile },
  );
  const requireWithSun = (name: string) =>
    name === "suncalc" ? sunOnWall(requireOf(name) as SunTimes) : requireOf(name);
  load(module, module.exports, requireWithSun, WallDate, silent, arrayForStates);
  return module.exports as Library;
}

let library: Library | null = null;

/**
 * Runs work with the library `opening_hours` in wall time: all of its dates are `WallDate`s. The package itself
 * is unmodified.
 *
 * @param timeZone zone of the clock by which the sun rises and sets
 */
export function withHoursLibrary<Result>(
  timeZone: string,
  work: (library: Library) => Result,
): Result {
  library ??= loadLibrary();
  const former = sunClock;
  sunClock = ZoneClock.of(timeZone);
  try {
    return work(library);
  } finally {
    sunClock = former;
  }
}

/** Text that is formally around the clock, but hardly meant so. */
const isBare = /^(open|yes)?$/i;
/** Warnings of the library for ambiguous texts, and the reason of refusal for each. */
export const doubts: ReadonlyMap<string, InvalidPart["reason"]> = new Map([
  ["vague", "timeless"],
  ["ambiguous_single_digit_hour", "ambiguous"],
]);

/** First, cheap check whether a text can be one of opening hours. */
export function mayBeHours(text: string): boolean {
  return textLength(text) <= maxOpeningHoursLength && !isBare.test(text);
}

/**
 * Text parsed by the library; null for an invalid or ambiguous one. All other times of a text that only closes
 * (`PH off`) are unknown. Some errors the library throws only during evaluation, as errors and as plain strings.
 */
export function openHours(text: string, site: HoursSite): opening_hours | null {
  try {
    const hours = parseByLibrary(text, site);
    if (hours.getStructuredWarnings().some(({ type }) => doubts.has(type))) return null;
    return isOnlyClosed(text, hours, site) ? parseByLibrary(`24/7 unknown; ${text}`, site) : hours;
  } catch {
    return null;
  }
}

/** End of a closing rule. */
const closingRule = /\b(?:off|closed)\s*(?:"[^"]*")?\s*$/i;

/** Whether all rules of a text close, and no part opens: `Tu 10:00-12:00, Mo off` is one rule. */
function isOnlyClosed(text: string, hours: opening_hours, { timeZone }: HoursSite): boolean {
  const rules = text.split(/;|\|\|/).filter((rule) => rule.trim() !== "");
  if (!rules.every((rule) => closingRule.test(rule))) return false;
  const [from, to] = [new WallDate(2026, 0, 1), new WallDate(2027, 0, 1)];
  return withHoursLibrary(timeZone, () => hours.getOpenIntervals(from, to).length === 0);
}

/** @throws the library's own: a string with the text up to the invalid part, or an error */
export function parseByLibrary(text: string, site: HoursSite): opening_hours {
  const { country, sun, timeZone, withStates = false } = site;
  // Numbers as strings, contrary to the library's types.
  const place = {
    lat: String(sun?.latitude ?? 0),
    lon: String(sun?.longitude ?? 0),
    address: { country_code: country.toLowerCase(), state: "" },
  } as object;
  return withHoursLibrary(timeZone, (library) => {
    countsAllStates = withStates;
    try {
      return new library(text, place as ConstructorParameters<typeof library>[1], 0);
    } finally {
      countsAllStates = false;
    }
  });
}
