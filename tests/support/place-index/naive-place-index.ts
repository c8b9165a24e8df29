import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { calendarDayKind, likelyAt } from "#domain/opening/likely-open.ts";
import { type LocalTime, localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import { isOpenAt } from "#domain/opening/open-status.ts";
import {
  type FactFilterName,
  factFilterNames,
  type PlaceFilters,
} from "#domain/place/place-filters.ts";
import { type PlaceSort, placeSorts } from "#domain/place/place-sort.ts";
import type { PlaceCount } from "#domain/place-index/place-index.ts";
import type { PlaceQuery } from "#domain/place-index/place-query.ts";
import type { EntryChange, PlaceEntry } from "#domain/place-index/place-store.ts";

/** The rules in the simplest implementation, as the oracle of the index's tests. */
export class NaivePlaceIndex {
  readonly entries = new Map<number, PlaceEntry>();
  readonly now: Date;
  readonly #localTimes = new Map<string, LocalTime>();
  /** All places by each order, until they change. */
  readonly #ordered = new Map<PlaceSort, readonly PlaceEntry[]>();

  constructor(entries: Iterable<PlaceEntry>, now: Date) {
    for (const entry of entries) this.entries.set(entry.id, entry);
    this.now = now;
  }

  apply(changes: readonly EntryChange[]): void {
    this.#ordered.clear();
    for (const change of changes) {
      if (change.kind === "put") this.entries.set(change.entry.id, change.entry);
      else this.entries.delete(change.id);
    }
  }

  count(query: PlaceQuery): PlaceCount {
    const others = this.#select({ ...query, filters: { ...query.filters, open: false } });
    const leavesOut = query.filters.open && !query.includeUnknown;
    const without = others.filter(
      (entry) => leavesOut && this.#isUnknown(entry) && !this.#isIncluded(entry, query),
    );
    const total = this.#select(query).length;
    return {
      total,
      unknown: without.length,
      likely: without.filter((entry) => this.#isLikelyOpen(entry)).length,
      unstated: this.#select({ ...query, includeUnstated: true }).length - total,
      openNow: others.filter((entry) => this.#isOpen(entry)).length,
    };
  }

  /** Ids of all places that match the query, in each order. */
  *orders(query: PlaceQuery): Generator<[PlaceSort, number[]]> {
    const selected = new Set(this.#select(query));
    for (const sort of placeSorts) {
      const ordered = this.#ordered.get(sort) ?? [...this.entries.values()].sort(comparisons[sort]);
      this.#ordered.set(sort, ordered);
      yield [sort, ordered.filter((entry) => selected.has(entry)).map(({ id }) => id)];
    }
  }

  nearest(query: PlaceQuery, origin: Coordinates, offset: number, limit: number) {
    return this.#select(query)
      .map(({ id, longitude, latitude }) => ({
        id,
        distanceMeters: distanceMeters(origin, [longitude, latitude]),
      }))
      .sort((a, b) => a.distanceMeters - b.distanceMeters || a.id - b.id)
      .slice(offset, offset + limit);
  }

  #select(query: PlaceQuery): PlaceEntry[] {
    const { filters, includeUnknown, includeUnstated, includeUnaccepted, offered, bbox } = query;
    return [...this.entries.values()].filter((entry) => {
      if (!entry.accepted && !includeUnaccepted) return false;
      for (const name of factFilterNames) {
        const result = plainResult(name, entry);
        if (filters[name] && result !== "yes" && !(includeUnstated && result === "?")) return false;
      }
      if (offered && !isOffered(entry, offered, filters)) return false;
      if (bbox && !isInBoundingBox([entry.longitude, entry.latitude], bbox)) return false;
      if (!filters.open || this.#isOpen(entry)) return true;
      return (includeUnknown && this.#isUnknown(entry)) || this.#isIncluded(entry, query);
    });
  }

  #isIncluded(entry: PlaceEntry, { includeLikely }: PlaceQuery): boolean {
    return includeLikely === true && this.#isLikelyOpen(entry);
  }

  #isLikelyOpen(entry: PlaceEntry): boolean {
    if (!entry.likely || entry.doubted || !this.#isUnknown(entry)) return false;
    const kind = calendarDayKind(localDateAt(this.now, entry.timeZone));
    const { minuteOfDay } = this.#localTime(entry.timeZone);
    return likelyAt(entry.likely.runs, kind, minuteOfDay)?.open ?? false;
  }

  #isClosedForNow({ closedUntilMs }: PlaceEntry): boolean {
    return closedUntilMs !== null && this.now.getTime() < closedUntilMs;
  }

  #isUnknown(entry: PlaceEntry): boolean {
    if (this.#isClosedForNow(entry)) return false;
    if (entry.doubted && this.#isWithinHours(entry)) return true;
    const { openingTimes, timeZone } = entry;
    const { weekday } = this.#localTime(timeZone);
    const hasTimes = openingTimes.some((entry) => entry !== "-" && entry !== "closed");
    return !hasTimes && openingTimes[weekday] === "-";
  }

  #isOpen(entry: PlaceEntry): boolean {
    return !entry.doubted && !this.#isClosedForNow(entry) && this.#isWithinHours(entry);
  }

  #isWithinHours({ openingTimes, timeZone }: PlaceEntry): boolean {
    return isOpenAt(openingTimes, this.#localTime(timeZone));
  }

  #localTime(timeZone: string): LocalTime {
    const time = this.#localTimes.get(timeZone) ?? localTimeAt(this.now, timeZone);
    this.#localTimes.set(timeZone, time);
    return time;
  }
}

/** Whether a place may be offered as the nearest to everyone, or to everyone and to customers. */
function isOffered(
  { doubted, facts }: PlaceEntry,
  offered: "everyone" | "customers",
  filters: PlaceFilters,
): boolean {
  const {
    access = "everyone",
    euro_key,
    key_scheme,
    women,
    men,
    all_genders,
    urinals_only,
  } = facts;
  if (doubted || access === "private" || access === "restricted") return false;
  const needsKey = access === "key" || euro_key === "yes" || key_scheme !== undefined;
  if (needsKey && !filters.euro_key) return false;
  if (access === "customers" && offered === "everyone" && !filters.customers) return false;
  if (all_genders === "yes" || (women === "yes" && men === "yes")) return true;
  const isForMenAlone =
    women === "no" || (women === undefined && (urinals_only === "yes" || men === "yes"));
  if (isForMenAlone && !filters.men) return false;
  const isForWomenAlone = men === "no" || (men === undefined && women === "yes");
  return !isForWomenAlone || filters.women;
}

/** Result of one filter for a place, case by case. */
function plainResult(name: FactFilterName, { facts, fee }: PlaceEntry): "yes" | "no" | "?" {
  const stated = (fact: "changing_table" | "all_genders" | "euro_key") => facts[fact] ?? "?";
  switch (name) {
    case "accessible":
      if (facts.wheelchair === undefined) return "?";
      return facts.wheelchair === "yes" ? "yes" : "no";
    case "free":
      if (fee === "unknown") return "?";
      return fee === "free" ? "yes" : "no";
    case "public":
      if (facts.access === undefined) return "?";
      return facts.access === "everyone" ? "yes" : "no";
    case "customers":
      if (facts.access === undefined || facts.access === "restricted") return "?";
      return facts.access === "key" || facts.access === "private" ? "no" : "yes";
    case "changing_table":
    case "all_genders":
    case "euro_key":
      return stated(name);
    case "women":
      if (facts.women === "yes" || facts.all_genders === "yes") return "yes";
      if (facts.women === "no" || facts.urinals_only === "yes" || facts.men === "yes") return "no";
      return "?";
    case "men":
      if (facts.men === "yes" || facts.all_genders === "yes") return "yes";
      if (facts.men === "no" || facts.women === "yes") return "no";
      return "?";
    case "card":
      if (fee === "free" || facts.pay_card === "yes" || facts.pay_contactless === "yes")
        return "yes";
      return facts.pay_card === "no" ? "no" : "?";
  }
}

type Comparison = (a: PlaceEntry, b: PlaceEntry) => number;

const collator = new Intl.Collator("hu");
const mean = ({ ratingSum, ratingCount }: PlaceEntry) => ratingSum / ratingCount;
const unratedLast: Comparison = (a, b) => Number(a.ratingCount === 0) - Number(b.ratingCount === 0);
const newestFirst: Comparison = (a, b) => b.addedMicros - a.addedMicros || b.id - a.id;
const bothRated: Comparison = (a, b) =>
  a.ratingCount > 0 && b.ratingCount > 0 ? mean(a) - mean(b) : 0;

const comparisons: Record<PlaceSort, Comparison> = {
  "place-asc": (a, b) => collator.compare(a.city, b.city) || a.id - b.id,
  "place-desc": (a, b) => collator.compare(b.city, a.city) || a.id - b.id,
  "rating-asc": (a, b) => unratedLast(a, b) || bothRated(a, b) || newestFirst(a, b),
  "rating-desc": (a, b) => unratedLast(a, b) || bothRated(b, a) || newestFirst(a, b),
  "added-asc": (a, b) => a.addedMicros - b.addedMicros || a.id - b.id,
  "added-desc": newestFirst,
};
