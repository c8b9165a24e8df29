import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  degreesWithin,
  distanceMeters,
  metersPerDegree,
} from "#domain/geography/distance-and-bearing.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { type RowDoubt, sameWithinMeters } from "./source-list.ts";

/** A row, or a place that may be it. */
export interface Matched {
  readonly position: Coordinates;
  /** Name, operator, address and comment. */
  readonly words: string;
  readonly facts: Pick<PlaceFacts, "women" | "men" | "all_genders" | "level" | "access">;
}

/** The place that a row is, by its index, or those that it may be, the nearest first. */
export type Match =
  | { readonly kind: "new" }
  | { readonly kind: "here"; readonly place: number }
  | {
      readonly kind: "look";
      readonly doubt: Exclude<RowDoubt, "approximate">;
      readonly near: readonly number[];
    };

/** Maximum number of places that a row names as near. */
const maxNear = 5;

/** A place this near is the same where any other one is twice as far, in metres. */
const clearWithinMeters = 25;

/** A term is a name where at most this share of the rows, and of the places, have it. */
const nameShare = 0.02;

interface Near {
  readonly place: number;
  readonly meters: number;
  /** Whether the two share a word that few others have. */
  readonly isAlike: boolean;
}

/**
 * Finds which rows of a list are places that are here (docs/product#same-place): within `sameWithinMeters`, without a
 * fact against it, and either alike in words or the only two there. A place is one row at most.
 */
export function matchRows(rows: readonly Matched[], places: readonly Matched[]): Match[] {
  const rowTerms = namesOf(rows);
  const placeTerms = namesOf(places);
  const grid = new Grid(places);
  const nearOf = rows.map((row, index): Near[] =>
    grid
      .around(row.position)
      .flatMap((place) => {
        const meters = distanceMeters(row.position, places[place].position);
        if (meters > sameWithinMeters || areAgainst(row.facts, places[place].facts)) return [];
        const isAlike = [...rowTerms[index]].some((term) => placeTerms[place].has(term));
        return [{ place, meters, isAlike }];
      })
      .sort((one, other) => one.meters - other.meters),
  );
  const rowsNear = new Map<number, number>();
  for (const { place } of nearOf.flat()) rowsNear.set(place, (rowsNear.get(place) ?? 0) + 1);
  const wanted = nearOf.map((near) => {
    const alike = near.filter(({ isAlike }) => isAlike);
    const candidates = alike.length > 0 ? alike : near;
    const [first, second] = candidates;
    if (first === undefined) return null;
    const isAlone = second === undefined && (first.isAlike || rowsNear.get(first.place) === 1);
    return isAlone || isClear(first.meters, second?.meters) ? first : null;
  });
  const takers = Map.groupBy(
    wanted.flatMap((near, row) => (near ? [{ row, ...near }] : [])),
    ({ place }) => place,
  );
  return nearOf.map((near, row) => {
    if (near.length === 0) return { kind: "new" };
    const place = wanted[row]?.place;
    if (place !== undefined && takerOf(takers.get(place)!) === row) return { kind: "here", place };
    const isSeveral = near.filter(({ isAlike }) => isAlike).length > 1;
    const doubt = isSeveral ? "several" : "near";
    return { kind: "look", doubt, near: near.slice(0, maxNear).map((other) => other.place) };
  });
}

/** The row that a place is: the only one that wants it, or the clearly nearest; null where that is not certain. */
function takerOf(takers: readonly (Near & { readonly row: number })[]): number | null {
  const [first, second] = takers.toSorted((one, other) => one.meters - other.meters);
  return second === undefined || isClear(first.meters, second.meters) ? first.row : null;
}

function isClear(meters: number, others = Number.POSITIVE_INFINITY): boolean {
  return meters <= clearWithinMeters && meters * 2 < others;
}

/** Whether two are two places for certain: on other floors, for women and for men, or one that is private. */
function areAgainst(one: Matched["facts"], other: Matched["facts"]): boolean {
  if (one.level && other.level && one.level !== other.level) return true;
  if ((one.access === "private") !== (other.access === "private")) return true;
  const only = [one, other].map(onlyFor);
  return only[0] !== null && only[1] !== null && only[0] !== only[1];
}

function onlyFor({ women, men, all_genders }: Matched["facts"]): "women" | "men" | null {
  if (all_genders === "yes" || women === men) return null;
  if (women === "yes") return "women";
  return men === "yes" ? "men" : null;
}

/** The terms of each that few of all have. */
function namesOf(all: readonly Matched[]): Set<string>[] {
  const terms = all.map(
    ({ words }) =>
      new Set(
        nameKey(words)
          .split(" ")
          .filter((term) => /^\p{L}{3}/u.test(term)),
      ),
  );
  const counts = new Map<string, number>();
  for (const term of terms.flatMap((some) => [...some])) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const most = Math.max(2, all.length * nameShare);
  return terms.map((some) => new Set([...some].filter((term) => counts.get(term)! <= most)));
}

/** Places by cells that are `sameWithinMeters` high and at least as wide. */
class Grid {
  readonly #cells = new Map<string, number[]>();

  constructor(places: readonly Matched[]) {
    for (const [index, { position }] of places.entries()) {
      const y = bandOf(position);
      const key = `${columnIn(y, position)} ${y}`;
      const cell = this.#cells.get(key);
      if (cell) cell.push(index);
      else this.#cells.set(key, [index]);
    }
  }

  /** Those in the cell of a point and around it; all within `sameWithinMeters` are among them. */
  around(point: Coordinates): number[] {
    const band = bandOf(point);
    return [band - 1, band, band + 1].flatMap((y) => {
      const x = columnIn(y, point);
      return [x - 1, x, x + 1].flatMap((column) => this.#cells.get(`${column} ${y}`) ?? []);
    });
  }
}

const bandHeight = sameWithinMeters / metersPerDegree;

const bandOf = ([, latitude]: Coordinates) => Math.floor(latitude / bandHeight);

function columnIn(band: number, [longitude]: Coordinates): number {
  const latitude = Math.max(Math.abs(band), Math.abs(band + 1)) * bandHeight;
  return Math.floor(longitude / degreesWithin(sameWithinMeters, latitude).wide);
}
