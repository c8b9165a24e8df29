/** The eight directions that people name, clockwise from north. */
export const compassDirections = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

export type CompassDirection = (typeof compassDirections)[number];

/**
 * The direction that a bearing is nearest to; a bearing halfway between two belongs to the one further
 * clockwise.
 *
 * @param bearingDegrees clockwise from north; any number of turns, negative ones too
 */
export function compassDirectionOf(bearingDegrees: number): CompassDirection {
  const eighth = Math.floor(bearingDegrees / 45 + 0.5) % 8;
  return compassDirections[(eighth + 8) % 8];
}
