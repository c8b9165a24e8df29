import { worldPixels } from "./view-geometry.ts";

/** The equator's length on the sphere of Web Mercator, in metres. */
const equatorMeters = 40_075_016.7;
/** How far from where they mean people press, in CSS pixels. */
const pressErrorPixels = 4;

/**
 * How far from the truth a pin may be that was set on a map, in metres, to one significant digit: what a
 * finger or an eye misses at that zoom.
 */
export function pinAccuracyMeters(zoom: number, latitude: number): number {
  const metersPerPixel = (equatorMeters * Math.cos((latitude * Math.PI) / 180)) / worldPixels(zoom);
  return Number((pressErrorPixels * metersPerPixel).toPrecision(1));
}
