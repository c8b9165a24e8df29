import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type opening_hours from "opening_hours";
import { ZoneClock } from "#domain/opening/zone-clock.ts";

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

/** The library writes each text that it cannot evaluate to the console, and throws it as well. */
const silent = { ...console, log() {}, warn() {}, error() {}, info() {} };

function loadLibrary(): Library {
  const requireOf = createRequire(libraryFile);
  const module = { exports: {} };
  const isSun = (name: string) => name === "suncalc";
  const load = compileFunction(
    readFileSync(libraryFile, "utf8"),
    ["module", "exports", "require", "Date", "console"],
    { filename: libraryFile },
  );
  const requireWithSun = (name: string) =>
    isSun(name) ? sunOnWall(requireOf(name) as SunTimes) : requireOf(name);
  load(module, module.exports, requireWithSun, WallDate, silent);
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

/** Maximum length of a value in OpenStreetMap; a longer text is not one. */
const maxTextLength = 255;
/** Text that formally means around the clock, but is hardly meant so. */
const isBare = /^(open|yes)?$/i;
/** Warnings of the library for a text with another reading that is as likely. */
const doubtful: ReadonlySet<string> = new Set(["vague", "ambiguous_single_digit_hour"]);

/** Whether a text can be one of opening hours, as far as its length and its first look tell. */
export function mayBeHours(text: string): boolean {
  return text.length <= maxTextLength && !isBare.test(text);
}

/**
 * A text as the library has read it; null where it cannot, and where another reading is as likely. What it finds
 * out late, it throws while it evaluates, as errors and as plain strings.
 */
export function openHours(
  text: string,
  { country, sun, timeZone }: HoursSite,
): opening_hours | null {
  // Numbers as text, whatever the library's types say.
  const place = {
    lat: String(sun?.latitude ?? 0),
    lon: String(sun?.longitude ?? 0),
    address: { country_code: country.toLowerCase(), state: "" },
  } as object;
  try {
    return withHoursLibrary(timeZone, (library) => {
      const hours = new library(text, place as ConstructorParameters<typeof library>[1], 0);
      const isDoubtful = hours.getStructuredWarnings().some(({ type }) => doubtful.has(type));
      return isDoubtful ? null : hours;
    });
  } catch {
    return null;
  }
}
