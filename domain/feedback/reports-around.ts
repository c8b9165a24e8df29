import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { ClosureSource } from "./closed-for-now.ts";

/*
 * What reports may do to the places of a town without staff (docs/product#more-reports-than-a-town-sees). Reported is a
 * place that is closed for now, or in doubt, by reports of others than staff.
 */

/** Half the side of the square around a place in which reports are counted, in metres. */
export const reportedAreaM = 10_000;

/** Accepted places in that square, without the place itself where not said otherwise. */
export interface ReportedShare {
  /** All of them, the place itself included. */
  readonly places: number;
  readonly reported: number;
  /** Reported by visitors alone. */
  readonly byVisitors: number;
}

/**
 * Whether a report may change one more place: while fewer than a tenth of the places around are reported, or three, and
 * of these less than half by visitors, so that the rest is there for accounts.
 */
export function isWithinReportedShare(
  by: ClosureSource,
  { places, reported, byVisitors }: ReportedShare,
): boolean {
  const share = Math.max(3, Math.ceil(places / 10));
  return reported < share && (by !== "visitor" || byVisitors < Math.ceil(share / 2));
}

/** Time for which no visitor closes a place that staff have opened. */
const openedByStaffMs = 24 * 60 * 60 * 1000;

/** Whether a report may close a place again that staff have opened; null where they never did. */
export function mayCloseAgain(by: ClosureSource, openedByStaff: Date | null, now: Date): boolean {
  if (by !== "visitor" || openedByStaff === null) return true;
  return now.getTime() >= openedByStaff.getTime() + openedByStaffMs;
}

/** An accepted place near the reported one. */
export interface PlaceNearby {
  readonly position: Coordinates;
  /** Whether it is neither closed for now, by whomever, nor in doubt. */
  readonly isOpen: boolean;
  readonly isReported: boolean;
}

/** Number of the places that are needed for {@link leavesOpenNearby}, the nearest ones. */
export const countedNearby = 64;

const [nearest, reportedOfNearest] = [6, 3];

/** Distance within which a place stays open, in metres. */
const lastOpenM = 1_000;

/**
 * Whether, with one more place reported, at most three of the six nearest are, and one within a kilometre is open, for
 * somebody at any of the places. A place without others within a kilometre may be closed.
 *
 * @param others the nearest places, without the reported one
 */
export function leavesOpenNearby(at: Coordinates, others: readonly PlaceNearby[]): boolean {
  return [at, ...others.map(({ position }) => position)].every((stand, index) => {
    const own = distanceMeters(stand, at);
    const around = others
      .map((place) => ({ ...place, meters: distanceMeters(stand, place.position) }))
      .toSorted(
        (one, other) =>
          one.meters - other.meters || Number(other.isReported) - Number(one.isReported),
      );
    const closer = around.filter(({ meters }) => meters < own).length;
    const ofNearest = around.slice(0, nearest - 1).filter(({ isReported }) => isReported).length;
    if (closer < nearest && ofNearest >= reportedOfNearest) return false;
    const within = around.filter(({ meters }) => meters <= lastOpenM);
    const isLone = index === 0 && within.length === 0;
    return own > lastOpenM || isLone || within.some(({ isOpen }) => isOpen);
  });
}
