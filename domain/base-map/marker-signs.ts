/**
 * Signs on the map's markers as SVG path data, in pixels: the live map and the drawn picture draw the same.
 * Each differs in shape, so that colour never says it alone.
 */

/** Where a marker's sign has its middle, from the tip, and how large its disc is. */
export const markerSign = { x: 9.5, y: -31.5, radius: 6.5 } as const;

/** A question mark around the origin, to be stroked with round ends: nobody knows the opening times. */
export const unknownSignPath = "M-2.2-1.7A2.2 2.2 0 1 1 .9.3Q0 .8 0 1.7M0 3.9V3.91";
export const unknownSignWidth = 1.7;

/** A diamond around the origin, to be filled: some of a cluster's places wait for acceptance. */
export const waitingSignPath = "M0-7.5 7.5 0 0 7.5-7.5 0z";

/** How far right of a cluster's middle, and above it, its sign stands, by the disc's radius. */
export function clusterSignOffset(radius: number): number {
  return Math.round(radius * 0.78);
}
