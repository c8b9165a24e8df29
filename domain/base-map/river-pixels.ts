/** Circumference of the earth on the equator, WGS 84, in metres, seen at 47° north. */
const circleMeters = 40_075_017 * Math.cos((47 * Math.PI) / 180);

/**
 * How wide a river is drawn at a zoom: its own width to scale, but never thinner than what can be seen.
 * Below zoom 8 rivers are drawn twice as wide as they are, so that the great ones stand out.
 */
export function riverPixels(zoom: number): { leastPixels: number; pixelsPerMeter: number } {
  const pixelsPerMeter = (512 * 2 ** zoom) / circleMeters;
  return {
    leastPixels: Math.min(2, 0.5 + Math.max(0, zoom - 4) * 0.18),
    pixelsPerMeter: pixelsPerMeter * Math.min(2.4, Math.max(1, 2 ** (9 - zoom))),
  };
}
