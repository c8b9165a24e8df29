import * as v from "valibot";
import type { Closure } from "#domain/feedback/closed-for-now.ts";
import { dayKinds, type LikelyRun } from "#domain/opening/likely-open.ts";
import { openStatuses } from "#domain/opening/open-status.ts";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import {
  forecastOfWeek,
  type HoursText,
  type OpeningForecast,
  type Schedule,
  type StatusChange,
} from "#domain/opening/status-changes.ts";
import type { OwnField, Place } from "#domain/place/place.ts";
import { openingChangesUntil, type PublishedOpening } from "#domain/place/published-opening.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";

/** Days after the creation of a set for which it has forecasts of texts of opening hours. */
export const forecastDays = 8;

const minuteMs = 60_000;

/**
 * Places of an area with everything that pages show of them, for a browser that saves them
 * (docs/product#places-without-a-connection). Values that many places share occur once: columns instead of objects,
 * and each schedule with the changes by its text of opening hours, so that the browser needs no parser of such texts.
 */
export const placeSetSchema = /* @__PURE__ */ (() => {
  const change = v.union([
    v.tuple([v.number(), v.number()]),
    v.tuple([v.number(), v.number(), v.string()]),
  ]);
  const column = v.object({
    values: v.array(v.unknown()),
    at: v.optional(
      v.pipe(
        v.array(v.number()),
        v.description("index into values by place, -1 where a place has none; absent: one a place"),
      ),
    ),
  });
  return v.object({
    made: instantSchema,
    forecast_until: v.pipe(
      instantSchema,
      v.description("time up to which the changes of the schedules are known"),
    ),
    schedules: v.array(
      v.object({
        opening_times: v.array(v.string()),
        time_zone: v.string(),
        hours: v.optional(
          v.object({ text: v.string(), country: v.string(), position: v.string() }),
        ),
        changes: v.optional(
          v.pipe(
            v.array(change),
            v.description(
              "minutes after made, cut to the minute, and index of the status; absent where the opening times of the week say all",
            ),
          ),
        ),
        later: v.optional(
          v.pipe(v.number(), v.description("minutes after made of the first opening beyond them")),
        ),
      }),
    ),
    day_kinds: v.optional(
      v.pipe(
        v.record(v.string(), v.record(v.string(), v.picklist(dayKinds))),
        v.description(
          "by country, the coming days that are not what the calendar says: public holidays and moved working days",
        ),
      ),
    ),
    count: v.pipe(v.number(), v.integer(), v.minValue(0)),
    columns: v.record(v.string(), column),
  });
})();

/** See {@link placeSetSchema}. */
export type PlaceSet = DeepReadonly<v.InferOutput<typeof placeSetSchema>>;

/** Column of a set: one value a place, or distinct values and an index a place. */
type Column = PlaceSet["columns"][string];

/** Minute, index of the status, and comment. */
type PackedChange = [number, number] | [number, number, string];

/** Schedule with the forecast by its text; null where the week's seven entries are complete. */
export interface ForecastSchedule extends Schedule {
  readonly forecast: Pick<OpeningForecast, "changes" | "laterOpening"> | null;
}

/** Place of a set: the part of a `Place` that is the same for everyone at any time, with its schedule by number. */
export interface SavedPlace
  extends Omit<
    Place,
    | keyof PublishedOpening
    | OwnField
    | ("opening_today" | "added_by" | "details" | "distance" | "likely")
    | ("coordinates" | "opening_times" | "closed_days" | "time_zone")
  > {
  /** Index into the schedules of its set. */
  readonly schedule: number;
  /** What visitors found; absent without. */
  readonly runs?: readonly LikelyRun[];
  /** Closure for now, possibly expired; absent without one. */
  readonly closure?: Omit<Closure, "since" | "until"> & {
    readonly since: string;
    readonly until: string;
  };
}

/** Packs places into a set. */
export function packPlaces(
  places: readonly SavedPlace[],
  schedules: readonly ForecastSchedule[],
  made: Date,
  dayKindsByCountry: PlaceSet["day_kinds"] = {},
): PlaceSet {
  const start = Math.floor(made.getTime() / minuteMs);
  const minuteAfter = (at: number) => Math.floor(at / minuteMs) - start;
  const packChange = ({ at, status, comment }: StatusChange): PackedChange => {
    const change = [minuteAfter(at), openStatuses.indexOf(status)] as const;
    return comment === undefined ? [...change] : [...change, comment];
  };
  return {
    made: made.toISOString(),
    forecast_until: new Date(forecastEnd(made)).toISOString(),
    schedules: schedules.map(({ openingTimes, timeZone, hours, forecast }) => ({
      opening_times: [...openingTimes],
      time_zone: timeZone,
      ...(hours && { hours: { ...hours } }),
      ...(forecast && { changes: forecast.changes.map(packChange) }),
      ...(forecast?.laterOpening && { later: minuteAfter(forecast.laterOpening) }),
    })),
    ...(Object.keys(dayKindsByCountry).length > 0 && { day_kinds: dayKindsByCountry }),
    count: places.length,
    columns: packColumns(places),
  };
}

/** End of the forecasts of a set that was made at an instant, in milliseconds since 1970. */
export function forecastEnd(made: Date): number {
  return Math.floor(made.getTime() / minuteMs) * minuteMs + forecastDays * 24 * 60 * minuteMs;
}

function packColumns(rows: readonly object[]): Record<string, Column> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return Object.fromEntries([...names].map((name) => [name, packColumn(rows, name)]));
}

function packColumn(rows: readonly object[], name: string): Column {
  const cells = rows.map((row) => (row as Record<string, unknown>)[name]);
  const indices = new Map<string, number>();
  const values: unknown[] = [];
  const at = cells.map((cell) => {
    if (cell === undefined) return -1;
    const key = JSON.stringify(cell);
    const known = indices.get(key);
    if (known !== undefined) return known;
    indices.set(key, values.length);
    return values.push(cell) - 1;
  });
  // Where most values differ, an index would only add to them.
  const isOwn = values.length > rows.length / 2 && !at.includes(-1);
  return isOwn ? { values: cells } : { values, at };
}

/** Places of a set, in its order. */
export function unpackPlaces({ columns, count }: PlaceSet): SavedPlace[] {
  const entries = Object.entries(columns);
  return Array.from({ length: count }, (_, row) => {
    const place: Record<string, unknown> = {};
    for (const [name, { values, at }] of entries) {
      const index = at === undefined ? row : at[row];
      if (index >= 0) place[name] = values[index];
    }
    return place as unknown as SavedPlace;
  });
}

/** Schedules of a set, in its order. */
export function unpackSchedules({ schedules, made }: PlaceSet): ForecastSchedule[] {
  const start = Math.floor(Date.parse(made) / minuteMs);
  const instantOf = (minute: number) => (start + minute) * minuteMs;
  return schedules.map(({ opening_times, time_zone, hours, changes, later }) => ({
    openingTimes: opening_times as OpeningTimes,
    timeZone: time_zone,
    hours: (hours as HoursText | undefined) ?? null,
    forecast: changes
      ? {
          changes: changes.map(([minute, status, comment]) => ({
            at: instantOf(minute),
            status: openStatuses[status],
            ...(comment !== undefined && { comment }),
          })),
          laterOpening: later === undefined ? null : instantOf(later),
        }
      : null,
  }));
}

/**
 * Forecast of a saved schedule from an instant on. By a text it is unknown beyond the end of the changes; by the
 * entries of a week it has no end.
 *
 * @param until end of the known changes, in milliseconds since 1970
 */
export function savedForecast(
  schedule: ForecastSchedule,
  until: number,
  nowMs: number,
): OpeningForecast {
  const end = openingChangesUntil(nowMs);
  const { forecast } = schedule;
  if (forecast === null) {
    return forecastOfWeek(schedule, Math.floor(nowMs / minuteMs) * minuteMs, end);
  }
  const { changes, laterOpening } = forecast;
  const unknown = (at: number) => ({ at, status: "none" as const });
  const last = changes.findLast(({ at }) => at < until)?.status;
  const staysClosed = laterOpening !== null && (last === "closed" || last === "opens-soon");
  const beyond = !staysClosed
    ? [unknown(until)]
    : [{ at: laterOpening, status: "open" as const }, unknown(laterOpening + minuteMs)];
  return {
    changes: [...changes.filter(({ at }) => at < until), ...beyond],
    until: Math.max(until, end),
    laterOpening: null,
  };
}
