import { type Feature, feature } from "./feature.ts";
import { centreOf, type Line, ringAreaSquareKilometers } from "./geometry.ts";
import { simplifyLine } from "./simplify-line.ts";
import { smoothLine } from "./smooth-line.ts";
import { tolerance } from "./tolerance.ts";

/** The smallest lake that is drawn: 3 km² in and around Hungary, more further off. */
const smallestSquareKilometers = 3;

/** All lakes worth seeing at the scale of their place, as one feature. */
export function buildLakes(rings: readonly Line[]): Feature {
  const polygons: Line[][] = [];
  for (const ring of rings) {
    const centre = centreOf(ring);
    const coarseness = tolerance(centre) / 0.0035;
    if (ringAreaSquareKilometers(ring) < smallestSquareKilometers * coarseness ** 2) continue;
    polygons.push([simplifyLine(smoothLine(ring, 2), (position) => tolerance(position) * 0.7)]);
  }
  return feature({ kind: "lake" }, { type: "MultiPolygon", coordinates: polygons });
}
