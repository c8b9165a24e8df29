import { arcOwners, decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { type Feature, feature } from "./feature.ts";
import { joinToOutline, type Line } from "./geometry.ts";
import { simplifyLine } from "./simplify-line.ts";
import { tolerance } from "./tolerance.ts";

/** Hungary's number in ISO 3166-1, as the world's topology names it. */
const hungaryId = "348";

/**
 * The world's land, and the borders between its countries but Hungary's, which has a finer source. Borders
 * and coasts are simplified arc by arc, so neighbours still fit.
 */
export function buildLand(world: Topology, hungary: Line): Feature[] {
  const arcs = decodeArcs(world).map((arc) => simplifyLine(arc, tolerance));
  const land = world.objects.land.geometries.flatMap(polygonsOf);
  const polygons = land
    .map((rings) => rings.map((ring) => stitchRing(ring, arcs)).filter(isVisible))
    .filter((rings) => rings.length > 0);
  const borders: Line[] = [];
  for (const [arc, owners] of arcOwners(world.objects.countries.geometries)) {
    if (owners.size > 1 && !owners.has(hungaryId)) borders.push(joinToOutline(arcs[arc], hungary));
  }
  return [
    feature({ kind: "land" }, { type: "MultiPolygon", coordinates: polygons }),
    feature({ kind: "border" }, { type: "MultiLineString", coordinates: borders }),
  ];
}

/** Whether a ring is still larger than the coarseness of its place. */
function isVisible(ring: Line): boolean {
  if (ring.length < 5) return false;
  const [first] = ring;
  return ring.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) > tolerance(first) * 3);
}
