const dayMs = 24 * 60 * 60_000;

/** Time for which a confirmation counts as late (docs/product#fresh-places-first). */
const freshForMs = 180 * dayMs;

/** Time for which a place counts as doubtful after a report that it was closed for now has faded. */
const doubtedForMs = 7 * dayMs;

/** Width of the rings round a visitor near by, in metres; farther ones are a tenth of their distance wide. */
const ringMeters = 50;

/** Distance from which on rings grow: there, a tenth of it is a ring's width. */
const growFromMeters = 10 * ringMeters;

const growth = 1.1;

/** Place as the order by distance and freshness compares it. */
export interface NearPlace {
  readonly id: number;
  readonly distanceMeters: number;
  /** Last confirmation, with an account or without; null where there is none. */
  readonly confirmedAt: Date | null;
  /** End of the last closure for now, over or not; null without, and once the place was confirmed again. */
  readonly closedUntil: Date | null;
  readonly doubt: PlaceDoubt | null;
  /** Whether visitors found it open at this hour, or closed (docs/product#likely-open); null where it is not known. */
  readonly likely: boolean | null;
}

/**
 * Matters that staff still have to look into: a report says that the place is closed for good, or an import that
 * it is private, where people have entered otherwise (docs/product#doubt).
 */
export const placeDoubts = ["closed", "private"] as const;
export type PlaceDoubt = (typeof placeDoubts)[number];

/** Times of what raises doubt of a place, and of what ends it; null without. */
export interface DoubtTimes {
  /** Last confirmation, with an account or without. */
  readonly confirmedAt: Date | null;
  /** Last report that waits for staff and says that it is closed for good. */
  readonly closedReportedAt: Date | null;
  /** Time of the import that first reported it as private. */
  readonly privateReportedAt: Date | null;
}

/** Doubt of a place: ended by a confirmation at the same instant or later. */
export function doubtOf({
  confirmedAt,
  closedReportedAt,
  privateReportedAt,
}: DoubtTimes): PlaceDoubt | null {
  const isAfter = (reported: Date | null) =>
    reported !== null && (confirmedAt === null || confirmedAt < reported);
  return isAfter(closedReportedAt) ? "closed" : isAfter(privateReportedAt) ? "private" : null;
}

/**
 * Compares two places for someone who goes to the first of them (docs/product#fresh-places-first): the nearer
 * ring first, and within a ring what was confirmed lately, then what nothing is reported of, then what is
 * {@link isDoubted doubted}; what visitors found open at this hour is with the former, what they found closed with the
 * latter; ties by distance, then by id. A total order.
 */
export function compareNear(a: NearPlace, b: NearPlace, now: Date): number {
  return (
    ringOf(a.distanceMeters) - ringOf(b.distanceMeters) ||
    freshnessRank(a, now) - freshnessRank(b, now) ||
    compareDistance(a, b)
  );
}

export function compareDistance(a: NearPlace, b: NearPlace): number {
  return a.distanceMeters - b.distanceMeters || a.id - b.id;
}

/**
 * Number of the ring round the visitor in which places are at like distance: 50 m wide up to 500 m, then a
 * tenth of the distance. A boundary belongs to the farther ring.
 */
export function ringOf(meters: number): number {
  if (meters < growFromMeters) return Math.floor(meters / ringMeters);
  return (
    growFromMeters / ringMeters + Math.floor(Math.log(meters / growFromMeters) / Math.log(growth))
  );
}

/** 0 for a place that was confirmed lately or is likely open, 2 for one that is doubted or likely closed, else 1. */
function freshnessRank(place: NearPlace, now: Date): number {
  const { confirmedAt, likely } = place;
  if (isDoubted(place, now) || likely === false) return 2;
  if (likely) return 0;
  return confirmedAt !== null && now.getTime() <= confirmedAt.getTime() + freshForMs ? 0 : 1;
}

/**
 * Whether a visitor may find the door shut: the place is in {@link doubtOf doubt}, or was reported closed for
 * now, until 7 days after the closure's end.
 */
export function isDoubted(
  { closedUntil, doubt }: Pick<NearPlace, "closedUntil" | "doubt">,
  now: Date,
): boolean {
  if (doubt !== null) return true;
  return closedUntil !== null && now.getTime() < closedUntil.getTime() + doubtedForMs;
}
