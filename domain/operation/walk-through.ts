import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";

interface Stop {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * Stops in the order of a walk: from the first one always to the nearest that is left, then with the crossings taken
 * out (2-opt), which is good enough for some twenty.
 */
export function walkThrough<Place extends Stop>(stops: readonly Place[]): Place[] {
  const [first, ...left] = stops;
  if (first === undefined) return [];
  const walk = [first];
  while (left.length > 0) {
    const last = walk[walk.length - 1];
    const meters = left.map((stop) => between(last, stop));
    walk.push(...left.splice(meters.indexOf(Math.min(...meters)), 1));
  }
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let from = 1; from < walk.length - 1; from++) {
      for (let to = from + 1; to < walk.length; to++) {
        const turned = [...walk.slice(0, from), ...walk.slice(from, to + 1).reverse()];
        turned.push(...walk.slice(to + 1));
        if (lengthOf(turned) >= lengthOf(walk) - 1) continue;
        walk.splice(0, walk.length, ...turned);
        isShorter = true;
      }
    }
  }
  return walk;
}

/** Length of a walk as the crow flies, in metres. */
export function lengthOf(stops: readonly Stop[]): number {
  return stops.reduce((sum, stop, at) => (at === 0 ? 0 : sum + between(stops[at - 1], stop)), 0);
}

function between(one: Stop, other: Stop): number {
  return distanceMeters([one.longitude, one.latitude], [other.longitude, other.latitude]);
}
