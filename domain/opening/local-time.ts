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
 * Local time of an IANA zone (`Europe/Budapest`) at an instant, daylight saving included. One formatter is
 * kept per zone, with its last answer: the places of a list share an instant. Throws a RangeError for an
 * unknown zone.
 */
export function localTimeAt(now: Date, timeZone: string): LocalTime {
  const atMs = now.getTime();
  const last = clocks.get(timeZone);
  if (last?.atMs === atMs) return last.time;
  const formatter = last?.formatter ?? formatterOf(timeZone);
  let weekday: LocalTime["weekday"] = 0;
  let minuteOfDay = 0;
  for (const { type, value } of formatter.formatToParts(now)) {
    if (type === "weekday") weekday = weekdays[value];
    if (type === "hour") minuteOfDay += Number(value) * 60;
    if (type === "minute") minuteOfDay += Number(value);
  }
  const time = { weekday, minuteOfDay };
  clocks.set(timeZone, { formatter, atMs, time });
  return time;
}

const timeFields = {
  weekday: "short",
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

interface Clock {
  readonly formatter: Intl.DateTimeFormat;
  /** The instant that it was last asked for, and its answer. */
  readonly atMs: number;
  readonly time: LocalTime;
}

const clocks = new Map<string, Clock>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", { ...timeFields, timeZone });
}

/**
 * Calendar day of an instant in an IANA zone (`Europe/Budapest`), as `YYYY-MM-DD`. Throws a RangeError for an
 * unknown zone.
 */
export function localDateAt(instant: Date, timeZone: string): string {
  const formatter = new Intl.DateTimeFormat("en-GB", { ...dateFields, timeZone });
  const parts = new Map(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

const dateFields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
