import type { Way } from "./way.ts";

/** Part of a way between two stops, or one of its ends and a stop: metres along the way, and seconds. */
export type Stretch = Way["longest_gap"];

/**
 * Stretches between the stops of a way, its beginning and its end among them.
 *
 * @param stops metres along the way, ascending
 */
export function stretchesOf(
  stops: readonly number[],
  { distance, duration }: Pick<Way, "distance" | "duration">,
): readonly Stretch[] {
  return [...stops, distance].map((to, index) => {
    const from = index === 0 ? 0 : stops[index - 1];
    const share = distance === 0 ? 0 : (to - from) / distance;
    return { from, to, distance: to - from, duration: share * duration };
  });
}

/** The longest of some stretches, at least one; the first one where several are equal. */
export function longestOf<Of extends Stretch>(stretches: readonly Of[]): Of {
  return stretches.reduce((best, other) => (other.distance > best.distance ? other : best));
}

/**
 * At most `limit` of the passes of a way, spread over it: of each of its equal stretches those with the least detour.
 *
 * @param passes in their order along the way
 */
export function spreadPasses<
  Pass extends { readonly alongMeters: number; readonly detourMeters: number },
>(passes: readonly Pass[], distance: number, limit: number): Pass[] {
  if (passes.length <= limit) return [...passes];
  const stretches = Array.from({ length: limit }, (): Pass[] => []);
  for (const pass of passes) {
    const share = distance === 0 ? 0 : pass.alongMeters / distance;
    const stretch = Math.min(limit - 1, Math.floor(share * limit));
    stretches[stretch].push(pass);
  }
  for (const stretch of stretches) stretch.sort((a, b) => a.detourMeters - b.detourMeters);
  const chosen = new Set<Pass>();
  for (let rank = 0; chosen.size < limit; rank++) {
    for (const stretch of stretches) {
      if (rank < stretch.length && chosen.size < limit) chosen.add(stretch[rank]);
    }
  }
  return passes.filter((pass) => chosen.has(pass));
}
