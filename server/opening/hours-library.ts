import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type opening_hours from "opening_hours";
import { ZoneClock } from "#domain/opening/zone-clock.ts";
import { maxOpeningHoursLength, textLength } from "#domain/text/text-limits.ts";
import type { InvalidPart } from "#domain/validation/check-fields.ts";

/** Position for the sun. */
interface SunPosition {
  readonly longitude: number;
  readonly latitude: number;
}

/** Where and by which clock a text is meant. */
export interface HoursSite {
  /** Country of the holidays, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly timeZone: string;
  /** Position for texts that name the sun; null for others. */
  readonly sun: SunPosition | null;
  /** Whether the public holidays of each state of the country count in all of it; without, those of the whole country. */
  readonly withStates?: boolean;
}

type Library = typeof opening_hours;

const localFields = [
  ...["FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"],
] as const;

/**
 * A date whose 'local' fields are those of UTC. The library reads every clock by the local fields of a `Date`,
 * which are of the process's own zone; with dates like this one it computes in wall time instead (see
 * `ZoneClock`), in any process and for any zone.
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

const ownRequire = createRequire(import.meta.url);
const libraryFile = ownRequire.resolve("opening_hours");

/** Clock of the evaluation that is under way. */
let sunClock = ZoneClock.of("UTC");

interface SunTimes {
  getTimes(date: Date, latitude: number, longitude: number): Record<string, unknown>;
}

/** The sun of the library's own package, with its instants as wall time. */
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

/** Whether the text that is being read counts the holidays of all states. */
let areAllStatesAsked = false;

/**
 * `Array` for the library. It keeps the states of a holiday in a list, which is none while all states are asked for:
 * it tells no names of states that could be tried.
 */
const arrayForStates = new Proxy(Array, {
  get: (target, key) => (key === "isArray" ? isList : Reflect.get(target, key)),
});

function isList(value: unknown): value is unknown[] {
  if (!Array.isArray(value)) return false;
  return !(
    areAllStatesAsked &&
    value.length > 0 &&
    value.every((part) => typeof part === "string")
  );
}

/** The library writes each text that it cannot evaluate to the console, and throws it as well. */
const silent = { ...console, log() {}, warn() {}, error() {}, info() {} };

function loadLibrary(): Library {
  const requireOf = createRequire(libraryFile);
  const module = { exports: {} };
  const isSun = (name: string) => name === "suncalc";
  const load = compileFunction(
    readFileSync(libraryFile, "utf8"),
    ["module", "exports", "require", "Date", "console", "Array"],
    { filename: libraryFile },
  );
  const requireWithSun = (name: string) =>
    isSun(name) ? sunOnWall(requireOf(name) as SunTimes) : requireOf(name);
  load(module, module.exports, requireWithSun, WallDate, silent, arrayForStates);
  return module.exports as Library;
}

let library: Library | null = null;

/**
 * Runs work with the library `opening_hours` in wall time: every date that it takes and gives is a `WallDate`.
 * The package itself is as it was published.
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

/** Text that formally means around the clock, but is hardly meant so. */
const isBare = /^(open|yes)?$/i;
/** Warnings of the library for a text with another reading that is as likely, and what they mean here. */
export const doubts: ReadonlyMap<string, InvalidPart["reason"]> = new Map([
  ["vague", "timeless"],
  ["ambiguous_single_digit_hour", "ambiguous"],
]);

/** Whether a text can be one of opening hours, as far as its length and its first look tell. */
export function mayBeHours(text: string): boolean {
  return textLength(text) <= maxOpeningHoursLength && !isBare.test(text);
}

/**
 * A text as the library has read it; null where it cannot, and where another reading is as likely. A text that only
 * says when it is closed (`PH off`) tells nothing of all other times, which are unknown. What the library finds out
 * late, it throws while it evaluates, as errors and as plain strings.
 */
export function openHours(text: string, site: HoursSite): opening_hours | null {
  try {
    const hours = parseByLibrary(text, site);
    if (hours.getStructuredWarnings().some(({ type }) => doubts.has(type))) return null;
    return saysOnlyClosed(text, hours, site)
      ? parseByLibrary(`24/7 unknown; ${text}`, site)
      : hours;
  } catch {
    return null;
  }
}

/** End of a rule that closes. */
const closingRule = /\b(?:off|closed)\s*(?:"[^"]*")?\s*$/i;

/** Whether each rule of a text closes, and none of its parts opens: `Tu 10:00-12:00, Mo off` is one rule. */
function saysOnlyClosed(text: string, hours: opening_hours, { timeZone }: HoursSite): boolean {
  const rules = text.split(/;|\|\|/).filter((rule) => rule.trim() !== "");
  if (!rules.every((rule) => closingRule.test(rule))) return false;
  const [from, to] = [new WallDate(2026, 0, 1), new WallDate(2027, 0, 1)];
  return withHoursLibrary(timeZone, () => hours.getOpenIntervals(from, to).length === 0);
}

/** @throws what the library throws: a string with the text up to the fault, or an error */
export function parseByLibrary(text: string, site: HoursSite): opening_hours {
  const { country, sun, timeZone, withStates = false } = site;
  // Numbers as text, whatever the library's types say.
  const place = {
    lat: String(sun?.latitude ?? 0),
    lon: String(sun?.longitude ?? 0),
    address: { country_code: country.toLowerCase(), state: "" },
  } as object;
  return withHoursLibrary(timeZone, (library) => {
    areAllStatesAsked = withStates;
    try {
      return new library(text, place as ConstructorParameters<typeof library>[1], 0);
    } finally {
      areAllStatesAsked = false;
    }
  });
}
