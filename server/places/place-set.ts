import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { type BoundingBox, formatBoundingBox } from "#domain/geography/bounding-box.ts";
import {
  type ForecastSchedule,
  forecastDays,
  forecastEnd,
  type PlaceSet,
  packPlaces,
  type SavedPlace,
} from "#domain/offline/place-set.ts";
import { maxPlacesInSet, snapToCells } from "#domain/offline/saved-areas.ts";
import { calendarDayKind } from "#domain/opening/likely-open.ts";
import { dayMs, minuteMs } from "#domain/opening/local-time.ts";
import { type Schedule, scheduleKey } from "#domain/opening/status-changes.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { visitor } from "#server/accounts/viewer.ts";
import { ConcurrencyLimiter, type TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import { acceptedPlaces } from "#server/database/place-visibility.ts";
import { dayKindOf, forecastByText } from "#server/opening/opening-hours.ts";
import type { PlaceDeps } from "./place-cache.ts";
import {
  closureOf,
  lastingFieldsOf,
  type PlaceRow,
  scheduleOfRow,
  selectPlaces,
} from "./place-row.ts";

/** Number of places that are read and written at once; requests are answered between them. */
const placesAtOnce = 500;

/** Maximum number of cached sets, compressed: some 2 MB each where it is a large country's. */
const maxSets = 8;

/** JSON of a set, compressed with gzip. */
export interface WrittenSet {
  readonly gzip: Uint8Array<ArrayBuffer>;
  /** SHA-1 of the JSON, in base64url. */
  readonly digest: string;
}

/**
 * Cache of sets of places, valid until a place changes, at most for an hour. One is made at a
 * time, in a queue of its own: a large one takes seconds, which pages and lists do not wait for.
 */
export class PlaceSets {
  readonly #sets = new LRUCache<string, WrittenSet>({ max: maxSets });
  readonly #limiter = new ConcurrencyLimiter({
    ...{ task: "a set of places", maxRunning: 1, maxQueued: 30, maxWaitMs: 20_000 },
  });
  readonly #deps: PlaceDeps;
  readonly #state: () => string | null;

  /** @param state name of the state of all places; null where it is not known */
  constructor(deps: PlaceDeps, state: () => string | null) {
    this.#deps = deps;
    this.#state = state;
  }

  /**
   * The set of the cells that hold a box; null where they have too many places.
   *
   * @throws {Overloaded}
   */
  async read(bbox: BoundingBox, options: TaskOptions = {}): Promise<WrittenSet | null> {
    const cells = snapToCells(bbox);
    const find = () => this.#sets.get(this.#keyOf(cells));
    return find() ?? (await this.#limiter.run(async () => find() ?? this.#make(cells), options));
  }

  #keyOf(cells: BoundingBox): string {
    const hour = Math.floor(this.#deps.now().getTime() / hourMs);
    return [this.#state(), hour, formatBoundingBox(cells)].join();
  }

  async #make(cells: BoundingBox): Promise<WrittenSet | null> {
    const key = this.#keyOf(cells);
    const json = await readPlaceSet(this.#deps, cells);
    if (json === null) return null;
    const digest = createHash("sha1").update(json).digest("base64url");
    const set = { gzip: await gzipInPool(json), digest };
    if (this.#state() !== null && this.#keyOf(cells) === key) this.#sets.set(key, set);
    return set;
  }
}

const gzipInPool = promisify<string, Uint8Array<ArrayBuffer>>(gzip);

const hourMs = 60 * minuteMs;

/**
 * The places of a box as everyone sees them, as JSON of a set (docs/product#places-without-a-connection); null
 * where they are more than a set may have.
 */
export async function readPlaceSet(deps: PlaceDeps, bbox: BoundingBox): Promise<string | null> {
  const { placeIndex, database, now } = deps;
  const indexQuery = { filters: noFilters, includeUnknown: false, ...acceptedPlaces, bbox };
  const { total } = placeIndex.count(indexQuery);
  if (total > maxPlacesInSet) return null;
  const made = now();
  const ids = placeIndex.page(indexQuery, "added-desc", 0, maxPlacesInSet).sort((a, b) => a - b);
  const places: SavedPlace[] = [];
  const schedules = new Schedules(made);
  for (let first = 0; first < ids.length; first += placesAtOnce) {
    const some = ids.slice(first, first + placesAtOnce);
    const rows = await selectPlaces(database, some, visitor, acceptedPlaces);
    rows.sort((a, b) => a.id - b.id);
    for (const row of rows) {
      const number = schedules.numberOf(scheduleOfRow(row));
      places.push(toSavedPlace(row, number));
      if (schedules.isLong()) await nextTurn();
    }
  }
  return JSON.stringify(packPlaces(places, schedules.all, made, otherDays(places, made)));
}

/** By country, the days that a set is good for and that are not what the calendar says, of places with observations. */
function otherDays(places: readonly SavedPlace[], made: Date): PlaceSet["day_kinds"] {
  const countries = new Set(places.filter(({ runs }) => runs).map(({ country }) => country));
  const dates = Array.from({ length: forecastDays + 2 }, (_, day) =>
    new Date(made.getTime() + (day - 1) * dayMs).toISOString().slice(0, 10),
  );
  const entries = [...countries].map((country) => {
    const others = dates.filter((date) => dayKindOf(country, date) !== calendarDayKind(date));
    return [country, Object.fromEntries(others.map((date) => [date, dayKindOf(country, date)]))];
  });
  return Object.fromEntries(entries);
}

/** The distinct schedules of a set, with what their texts say. */
class Schedules {
  readonly all: ForecastSchedule[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #fromMs: number;
  readonly #untilMs: number;
  #turnEndsAt = performance.now() + sliceMs;

  constructor(made: Date) {
    this.#fromMs = Math.floor(made.getTime() / minuteMs) * minuteMs;
    this.#untilMs = forecastEnd(made);
  }

  numberOf(schedule: Schedule): number {
    const key = scheduleKey(schedule);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const forecast = forecastByText(schedule, this.#fromMs, this.#untilMs);
    const number = this.all.push({ ...schedule, forecast }) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  /** Whether this slice of the event loop is used up, so that requests come first. */
  isLong(): boolean {
    if (performance.now() < this.#turnEndsAt) return false;
    this.#turnEndsAt = performance.now() + sliceMs;
    return true;
  }
}

const sliceMs = 10;

function toSavedPlace(row: PlaceRow, schedule: number): SavedPlace {
  const {
    coordinates: _,
    opening_times: __,
    closed_days: ___,
    time_zone: ____,
    ...lasting
  } = lastingFieldsOf(row);
  const closure = closureOf(row);
  return {
    ...lasting,
    schedule,
    ...(row.likely && { runs: row.likely }),
    ...(closure && {
      closure: {
        ...closure,
        since: closure.since.toISOString(),
        until: closure.until.toISOString(),
      },
    }),
  };
}
