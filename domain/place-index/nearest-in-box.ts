import type { BoundingBox } from "../bounding-box.ts";
import type { Coordinates } from "../coordinates.ts";

/**
 * The point of a box (west ≤ east, edges included) that is nearest to the origin over the ground: the
 * origin itself inside, else a point of an edge. No place in the box is nearer than it.
 */
export function nearestInBox([longitude, latitude]: Coordinates, box: BoundingBox): Coordinates {
  if (longitude >= box.west && longitude <= box.east) {
    return [longitude, Math.min(box.north, Math.max(box.south, latitude))];
  }
  const isWestNearer = turn(longitude, box.west) <= turn(longitude, box.east);
  const meridian = isWestNearer ? box.west : box.east;
  // Along a meridian the cosine of the distance is a sine wave of latitude that peaks here:
  const turned = radians(turn(longitude, meridian));
  const peak = Math.atan2(
    Math.sin(radians(latitude)),
    Math.cos(radians(latitude)) * Math.cos(turned),
  );
  const [south, north] = [radians(box.south), radians(box.north)];
  if (peak >= south && peak <= north) return [meridian, (peak * 180) / Math.PI];
  return [meridian, Math.cos(south - peak) > Math.cos(north - peak) ? box.south : box.north];
}

/** Degrees between two meridians, 0…180. */
function turn(from: number, to: number): number {
  const degrees = Math.abs(from - to) % 360;
  return degrees > 180 ? 360 - degrees : degrees;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
