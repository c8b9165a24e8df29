import { type Closure, isClosedForNow } from "#domain/feedback/closed-for-now.ts";
import { type BoundingBox, doBoxesTouch, isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { type Instant, instantOf, isOfToday, type WallTime } from "#domain/opening/instant.ts";
import { calendarDayKind, type DayKind } from "#domain/opening/likely-open.ts";
import { localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import { publishTimes } from "#domain/opening/seven-entries.ts";
import { scheduleKey } from "#domain/opening/status-changes.ts";
import type { NearPlace } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import {
  openingAhead,
  openingChangesUntil,
  publishLikely,
  publishOpening,
} from "#domain/place/published-opening.ts";
import type { DayKindOf } from "#domain/place-index/likely-dictionary.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import type { FoundPlaces, PlaceSource } from "#domain/place-index/place-results.ts";
import type { ForecastByText } from "#domain/place-index/schedule-dictionary.ts";
import {
  type ForecastSchedule,
  forecastEnd,
  type PlaceSet,
  type SavedPlace,
  savedForecast,
  unpackPlaces,
  unpackSchedules,
} from "./place-set.ts";

/** Set with the area that it covers. */
export interface SavedSet {
  readonly area: BoundingBox;
  readonly set: PlaceSet;
}

/** Place with its schedule from the set. */
interface SavedRow {
  readonly place: SavedPlace;
  readonly schedule: ForecastSchedule;
  readonly forecastUntil: number;
  readonly madeMs: number;
}

const minuteMs = 60_000;

/**
 * Places of several sets as one source of results, the same as the server's for a visitor
 * (docs/product#places-without-a-connection). For a place in several sets the newest counts.
 */
export class SavedPlaces {
  readonly #areas: readonly BoundingBox[];
  readonly #rows = new Map<number, SavedRow>();
  readonly #index: PlaceIndex;
  readonly #oldest: Date;
  readonly #dayKinds: Record<string, Readonly<Record<string, DayKind>>> = {};
  #minute = Number.NaN;

  constructor(sets: readonly SavedSet[]) {
    this.#areas = sets.map(({ area }) => area);
    this.#oldest = new Date(Math.min(...sets.map(({ set }) => Date.parse(set.made))));
    const oldestFirst = [...sets].sort((a, b) => a.set.made.localeCompare(b.set.made));
    for (const { area, set } of oldestFirst) this.#take(area, set);
    const forecasts = new Map<string, SavedRow>();
    const forecastByText: ForecastByText = (schedule, fromMs, untilMs) => {
      const known = forecasts.get(scheduleKey(schedule));
      if (!known?.schedule.forecast) return null;
      const { changes } = savedForecast(known.schedule, known.forecastUntil, fromMs);
      const first = changes.findLast(({ at }) => at <= fromMs) ?? changes[0];
      const later = changes.filter(({ at }) => at > fromMs && at < untilMs);
      return { changes: [{ ...first, at: fromMs }, ...later] };
    };
    const builder = new PlaceIndexBuilder(
      this.#rows.size,
      forecastByText,
      undefined,
      this.#dayKindOf,
    );
    for (const row of this.#rows.values()) {
      forecasts.set(scheduleKey(row.schedule), row);
      builder.add(toEntry(row));
    }
    this.#index = builder.build();
  }

  /** Adds a set; in its area it replaces all places of older sets, because some may have been deleted. */
  #take(area: BoundingBox, set: PlaceSet): void {
    for (const [id, { place }] of this.#rows) {
      if (isInBoundingBox([place.longitude, place.latitude], area)) this.#rows.delete(id);
    }
    for (const [country, days] of Object.entries(set.day_kinds ?? {})) {
      this.#dayKinds[country] = { ...this.#dayKinds[country], ...days };
    }
    const schedules = unpackSchedules(set);
    const madeMs = Date.parse(set.made);
    const forecastUntil = forecastEnd(new Date(set.made));
    for (const place of unpackPlaces(set)) {
      const schedule = schedules[place.schedule];
      this.#rows.set(place.id, { place, schedule, forecastUntil, madeMs });
    }
  }

  readonly #dayKindOf: DayKindOf = (country, date) =>
    this.#dayKinds[country]?.[date] ?? calendarDayKind(date);

  /** Number of places. */
  get size(): number {
    return this.#rows.size;
  }

  /** Time at which the oldest set was made. */
  get oldest(): Date {
    return this.#oldest;
  }

  /** Whether a point is in a saved area. */
  covers(point: Coordinates): boolean {
    return this.#areas.some((area) => isInBoundingBox(point, area));
  }

  /** Whether a box overlaps a saved area. */
  touches(box: BoundingBox): boolean {
    return this.#areas.some((area) => doBoxesTouch(area, box));
  }

  /** Index with the opening statuses of an instant. */
  indexAt(now: Date): PlaceIndex {
    const minute = Math.floor(now.getTime() / minuteMs);
    if (minute !== this.#minute) {
      this.#index.forecastSchedules(now);
      this.#index.refreshOpenSchedules(now);
      this.#minute = minute;
    }
    return this.#index;
  }

  /** Place at an instant, or at a time on its clock; null where it is in no set. */
  find(
    id: number,
    now: Date,
    at?: WallTime,
  ): { readonly place: Place; readonly asOf: Date } | null {
    const row = this.#rows.get(id);
    if (row === undefined) return null;
    const instant = instantOf(at, now, row.schedule.timeZone)?.at ?? now;
    return { place: toPlace(row, instant, this.#dayKindOf, now), asOf: new Date(row.madeMs) };
  }

  /** Source for lists and for the nearest place. */
  sourceAt(now: Date): PlaceSource {
    return this.#source(this.indexAt(now), { at: now, now });
  }

  /** The same at a time on the clock of the saved places; at a wrong one, now (docs/product#another-time). */
  async sourceOf(at: WallTime | undefined, now: Date): Promise<PlaceSource> {
    const [first] = this.#rows.values();
    const timeZone = first?.schedule.timeZone;
    const instant = timeZone === undefined ? null : instantOf(at, now, timeZone);
    if (at === undefined || timeZone === undefined || instant === null) return this.sourceAt(now);
    const isToday = isOfToday(instant, timeZone);
    const index = await this.indexAt(now).at(instant, isToday, async () => {});
    return this.#source(index, instant);
  }

  #source(placeIndex: PlaceIndex, { at, now }: Instant): PlaceSource {
    return {
      placeIndex,
      now: () => at,
      visible: { includeUnaccepted: false },
      read: (ids) => this.#read(ids, now),
    };
  }

  #read(ids: readonly number[], today: Date): FoundPlaces {
    const rows = ids.flatMap((id) => this.#rows.get(id) ?? []);
    const oldest = Math.min(...rows.map(({ madeMs }) => madeMs));
    return {
      found: rows.map((row) => ({
        placeAt: (now) => toPlace(row, now, this.#dayKindOf, today),
        nearTo: (point, now) => {
          const place = toPlace(row, now, this.#dayKindOf, today);
          const isToday = isOfToday({ at: now, now: today }, row.schedule.timeZone);
          return toNearPlace(row, point, place, isToday);
        },
      })),
      asOf: rows.length === 0 ? null : new Date(oldest),
    };
  }
}

function toNearPlace(
  { place }: SavedRow,
  point: Coordinates,
  now: Place,
  isToday: boolean,
): NearPlace {
  return {
    id: place.id,
    distanceMeters: distanceMeters(point, [place.longitude, place.latitude]),
    confirmedAt: latest(place.last_confirmed, place.visitor_confirmed),
    closedUntil: (isToday && closureOf(place)?.until) || null,
    doubt: place.doubt ?? null,
    likely: now.likely?.open ?? null,
  };
}

function toEntry({ place, schedule }: SavedRow) {
  const { id, longitude, latitude, accepted, facts, fee, city, rating_count } = place;
  return {
    ...{ id, longitude, latitude, accepted, facts, fee, city },
    doubted: place.doubt !== undefined,
    openingTimes: schedule.openingTimes,
    timeZone: schedule.timeZone,
    hours: schedule.hours,
    likely: place.runs ? { runs: place.runs, country: place.country } : null,
    closedUntilMs: closureOf(place)?.until.getTime() ?? null,
    addedMicros: Date.parse(place.added) * 1000,
    ratingSum: rating_count === 0 ? 0 : place.rating_calculated * rating_count,
    ratingCount: rating_count,
  };
}

function toPlace(
  { place, schedule, forecastUntil }: SavedRow,
  now: Date,
  dayKindOf: DayKindOf,
  today: Date,
): Place {
  const { schedule: _, closure: __, runs = [], ...rest } = place;
  const nowMs = now.getTime();
  const forecast = savedForecast(schedule, forecastUntil, nowMs);
  // Of another day nothing is known but the schedule.
  const isToday = isOfToday({ at: now, now: today }, schedule.timeZone);
  const closed = isToday ? closureOf(place) : null;
  const opening = publishOpening(
    openingAhead(forecast, nowMs, openingChangesUntil(nowMs)),
    isClosedForNow(closed, now) ? closed : null,
    place.doubt !== undefined,
  );
  const { timeZone } = schedule;
  const kind = dayKindOf(place.country, localDateAt(now, timeZone));
  const { minuteOfDay } = localTimeAt(now, timeZone);
  return {
    ...rest,
    coordinates: [place.longitude, place.latitude],
    ...publishTimes(schedule.openingTimes),
    time_zone: schedule.timeZone,
    ...opening,
    likely: publishLikely({ ...opening, doubt: place.doubt }, isToday ? runs : [], {
      ...{ now, kind, minuteOfDay },
    }),
  };
}

function closureOf({ closure }: SavedPlace): Closure | null {
  if (closure === undefined) return null;
  return { ...closure, since: new Date(closure.since), until: new Date(closure.until) };
}

function latest(...instants: readonly (string | null | undefined)[]): Date | null {
  const times = instants.flatMap((instant) => (instant ? [Date.parse(instant)] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
