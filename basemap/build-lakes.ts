import { isInside } from "../domain/geography/shapes.ts";
import { type Feature, feature } from "./feature.ts";
import { centreOf, type Line, ringAreaSquareKilometers } from "./geometry.ts";
import { simplifyLine, smoothLine } from "./simplify-line.ts";
import { lakeOutlines } from "./tables/lakes.ts";
import { finestTolerance, tolerance } from "./tolerance.ts";

/** Smaller lakes come as torn scraps in the data, and are left out wherever they lie. */
const smallestWholeSquareKilometers = 17;
/** The smallest lake worth drawing where the map is at its finest; further off it grows with the coarseness. */
const smallestSeenSquareKilometers = 3;

/** All lakes worth seeing at the scale of their place, as one feature. */
export function buildLakes(rings: readonly Line[]): Feature {
  const shores = [...lakeOutlines, ...rings.filter(isWorthDrawing)];
  const polygons = shores.map((ring) => [
    simplifyLine(smoothLine(ring, 2), (position) => tolerance(position) * 0.5),
  ]);
  return feature({ kind: "lake" }, { type: "MultiPolygon", coordinates: polygons });
}

function isWorthDrawing(ring: Line): boolean {
  if (lakeOutlines.some((outline) => isInside([outline.flat()], centreOf(ring)))) return false;
  const coarseness = tolerance(centreOf(ring)) / finestTolerance;
  const least = Math.max(
    smallestWholeSquareKilometers,
    smallestSeenSquareKilometers * coarseness ** 2,
  );
  return ringAreaSquareKilometers(ring) >= least;
}
