import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  degreesWithin,
  distanceMeters,
  metersPerDegree,
} from "#domain/geography/distance-and-bearing.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { type RowDoubt, sameWithinMeters } from "./source-list.ts";

/** A row, or a place that may be it, as they are compared. */
export interface Matched {
  readonly position: Coordinates;
  /** Name, operator, address and comment. */
  readonly words: string;
  readonly facts: Pick<PlaceFacts, "women" | "men" | "all_genders" | "level" | "access">;
}

/** A row of a list. */
export interface MatchedRow extends Matched {
  /** Index of the place that the list has said it is; null where it has not. */
  readonly place: number | null;
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

/** Metres within which one of several rows is the place, where any other row is more than three times as far. */
const clearWithinMeters = 10;

/** A term is a name where at most this share of the rows, and of the places, have it. */
const nameShare = 0.02;

interface Near {
  readonly place: number;
  readonly meters: number;
  /** Whether the two share a word that few others have. */
  readonly isAlike: boolean;
  readonly isPrivate: boolean;
}

/** Lets others have the event loop. */
type Pause = () => Promise<unknown>;

/**
 * Finds which rows of a list are places that are here (docs/product#same-place): within `sameWithinMeters`, without a
 * fact against it, and either alike in words or the only two there. A place is one row at most. What rows are is the same
 * where the list has said it of some of them already. Of many rows it takes seconds, with pauses.
 */
export async function matchRows(
  rows: readonly MatchedRow[],
  places: readonly Matched[],
  pause: Pause,
): Promise<Match[]> {
  const rowTerms = await namesOf(rows, pause);
  const placeTerms = await namesOf(places, pause);
  const grid = new Grid(places);
  const nearOf = await mapInPieces(rows, pause, (row, index): Near[] =>
    grid
      .around(row.position)
      .flatMap((place) => {
        const meters = distanceMeters(row.position, places[place].position);
        if (meters > sameWithinMeters || areAgainst(row.facts, places[place].facts)) return [];
        const isAlike = [...rowTerms[index]].some((term) => placeTerms[place].has(term));
        return [{ place, meters, isAlike, isPrivate: places[place].facts.access === "private" }];
      })
      .sort((one, other) => one.meters - other.meters),
  );
  const rowsNear = new Map<number, number>();
  for (const { place } of nearOf.flat()) rowsNear.set(place, (rowsNear.get(place) ?? 0) + 1);
  const wanted = await mapInPieces(nearOf, pause, (near, index) => {
    if (rows[index].place !== null) return null;
    const alike = near.filter(({ isAlike }) => isAlike);
    const candidates = alike.length > 0 ? alike : near;
    const [first, second] = candidates;
    if (first === undefined) return null;
    // A list is of public ones.
    if (first.isPrivate && !first.isAlike) return null;
    const isAlone = second === undefined && (first.isAlike || rowsNear.get(first.place) === 1);
    return isAlone ? first : null;
  });
  const taken = new Set(rows.flatMap(({ place }) => place ?? []));
  const takers = Map.groupBy(
    wanted.flatMap((near, row) => (near && !taken.has(near.place) ? [{ row, ...near }] : [])),
    ({ place }) => place,
  );
  return mapInPieces(nearOf, pause, (near, row): Match => {
    const known = rows[row].place;
    if (known !== null) return { kind: "here", place: known };
    if (near.length === 0) return { kind: "new" };
    const place = wanted[row]?.place;
    if (place !== undefined && takerOf(takers.get(place)) === row) return { kind: "here", place };
    const isSeveral = near.filter(({ isAlike }) => isAlike).length > 1;
    const doubt = isSeveral ? "several" : "near";
    return { kind: "look", doubt, near: near.slice(0, maxNear).map((other) => other.place) };
  });
}

/** Items between two pauses. */
const pieceSize = 200;

async function mapInPieces<Item, Result>(
  items: readonly Item[],
  pause: Pause,
  toResult: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % pieceSize === 0) await pause();
    results.push(toResult(item, index));
  }
  return results;
}

/** The row that a place is: the only one that wants it, or the clearly nearest; null where that is not certain. */
function takerOf(takers: readonly (Near & { readonly row: number })[] = []): number | null {
  if (takers.length === 0) return null;
  const [first, second] = takers.toSorted((one, other) => one.meters - other.meters);
  return second === undefined || isClear(first.meters, second.meters) ? first.row : null;
}

function isClear(meters: number, others: number): boolean {
  return meters <= clearWithinMeters && meters * 3 < others;
}

/** Whether two are certainly different places: on other floors, or one for women and one for men. */
function areAgainst(one: Matched["facts"], other: Matched["facts"]): boolean {
  if (one.level && other.level && one.level !== other.level) return true;
  const only = [one, other].map(onlyFor);
  return only[0] !== null && only[1] !== null && only[0] !== only[1];
}

function onlyFor({ women, men, all_genders }: Matched["facts"]): "women" | "men" | null {
  if (all_genders === "yes" || women === men) return null;
  if (women === "yes") return "women";
  return men === "yes" ? "men" : null;
}

/** The terms of each that few of all have. */
async function namesOf(all: readonly Matched[], pause: Pause): Promise<Set<string>[]> {
  const counts = new Map<string, number>();
  const terms = await mapInPieces(all, pause, ({ words }) => {
    const some = new Set(
      nameKey(words)
        .split(" ")
        .filter((term) => /^\p{L}{3}/u.test(term)),
    );
    for (const term of some) counts.set(term, (counts.get(term) ?? 0) + 1);
    return some;
  });
  const most = Math.max(2, all.length * nameShare);
  return mapInPieces(
    terms,
    pause,
    (some) => new Set([...some].filter((term) => counts.get(term)! <= most)),
  );
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
