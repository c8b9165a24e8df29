/** Minutes of a day on the clock face; daylight saving does not change them. */
export const minutesPerDay = 24 * 60;

/** A minute of the day on a clock: 0 is `00:00`, 1080 is `18:00`, 1440 is `24:00`. */
export function formatMinuteOfDay(minuteOfDay: number): string {
  const hours = Math.floor(minuteOfDay / 60);
  const minutes = minuteOfDay % 60;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** Time on the clock at a place. */
export interface LocalTime {
  /** 0 is Monday, 6 is Sunday (docs/product#opening-times). */
  readonly weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  /** 0…1439; seconds are dropped, so a minute lasts until its end. */
  readonly minuteOfDay: number;
}

/**
 * Local time of an IANA zone (`Europe/Budapest`) at an instant, daylight saving included. Throws a RangeError
 * for an unknown zone.
 */
export function localTimeAt(now: Date, timeZone: string): LocalTime {
  return readClock(now, timeZone).time;
}

/**
 * Calendar day of an instant in an IANA zone (`Europe/Budapest`), as `YYYY-MM-DD`. Throws a RangeError for an
 * unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): string {
  return readClock(instant, timeZone).date;
}

interface Reading {
  readonly time: LocalTime;
  readonly date: string;
}

interface Clock {
  readonly formatter: Intl.DateTimeFormat;
  /** The last readings, by their instants. */
  readonly readings: Map<number, Reading>;
}

const clocks = new Map<string, Clock>();

/** Maximum number of readings that a clock remembers: the quarters of an hour of two days. */
const maxReadings = 200;

/**
 * Reads a zone's clock. One formatter is kept per zone, because making one takes as long as a card of a list,
 * with its last readings: the places of a list share an instant, and many open at the same one.
 */
function readClock(instant: Date, timeZone: string): Reading {
  const clock = clocks.get(timeZone) ?? startClock(timeZone);
  const atMs = instant.getTime();
  const known = clock.readings.get(atMs);
  if (known !== undefined) return known;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clock.formatter.formatToParts(instant)) parts[type] = value;
  const { weekday = "", hour, minute, year, month, day } = parts;
  const reading = {
    time: { weekday: weekdays[weekday], minuteOfDay: Number(hour) * 60 + Number(minute) },
    date: `${year}-${month}-${day}`,
  };
  if (clock.readings.size >= maxReadings) clock.readings.clear();
  clock.readings.set(atMs, reading);
  return reading;
}

const clockFields = {
  weekday: "short",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

const weekdays: Readonly<Record<string, LocalTime["weekday"]>> = {
  Mon: 0,
  Tue: 1,
  Wed: 2,
  Thu: 3,
  Fri: 4,
  Sat: 5,
  Sun: 6,
};

function startClock(timeZone: string): Clock {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...clockFields, timeZone });
  const clock = { formatter, readings: new Map() };
  clocks.set(timeZone, clock);
  return clock;
}
