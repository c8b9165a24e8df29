import { arcOwners, decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { type Feature, feature } from "./feature.ts";
import { joinToOutline, type Line, labelPoint, nearestIndex, type Position } from "./geometry.ts";
import { simplifyLine, tolerance } from "./simplify-line.ts";
import { countyNames, countyOfCity } from "./tables/counties.ts";

/** Hungary's number in ISO 3166-1, as the world's topology names it. */
const hungaryId = "348";

/**
 * The world's land, and the borders between its countries except Hungary's, which has a finer
 * source. Borders and coasts are simplified arc by arc, so neighbours still fit.
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

/** Whether a ring is still larger than the tolerance at its position. */
function isVisible(ring: Line): boolean {
  if (ring.length < 5) return false;
  const [first] = ring;
  return ring.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) > tolerance(first) * 3);
}

/** A stretch of the border that runs along another line, from one point to another in the ring's direction. */
export interface Stretch {
  readonly from: Position;
  readonly to: Position;
  readonly along: Line;
}

/**
 * Hungary's outline. Its source lacks land where water lies on the border; those stretches are
 * replaced by the line that the border follows there.
 */
export function repairOutline(ring: Line, stretches: readonly Stretch[]): Position[] {
  let repaired = [...ring];
  for (const { from, to, along } of stretches) {
    const start = nearestIndex(repaired, from);
    const rotated = [...repaired.slice(start), ...repaired.slice(1, start + 1)];
    const end = nearestIndex(rotated.slice(1), to) + 1;
    repaired = [...between(along, from, to), ...rotated.slice(end)];
    repaired.push(repaired[0]);
  }
  return repaired;
}

/** The part of a line between the points nearest to two positions, in the direction from the first to the second. */
function between(line: Line, from: Position, to: Position): Position[] {
  const a = nearestIndex(line, from);
  const b = nearestIndex(line, to);
  return a <= b ? line.slice(a, b + 1) : line.slice(b, a + 1).toReversed();
}

/** Hungary as an area, for its own tone and its border line. */
export function buildHungary(outline: Line): Feature {
  const ring = simplifyLine(outline, (position) => tolerance(position) * 0.6);
  return feature({ kind: "hungary" }, { type: "MultiPolygon", coordinates: [[ring]] });
}

export interface Counties {
  readonly lines: Feature;
  readonly labels: readonly Feature[];
}

/** The borders between counties, without the country's own, and a label in the middle of each. */
export function buildCounties(topology: Topology, outline: Line): Counties {
  const arcs = decodeArcs(topology).map((arc) => simplifyLine(arc, tolerance));
  const geometries = topology.objects.hun.geometries.map((geometry) => ({
    ...geometry,
    id: countyOfCity[geometry.id ?? ""] ?? geometry.id,
  }));
  const lines: Line[] = [];
  for (const [arc, owners] of arcOwners(geometries)) {
    if (owners.size > 1) lines.push(joinToOutline(arcs[arc], outline));
  }
  const labels = geometries
    .filter(({ id }, index) => id === topology.objects.hun.geometries[index].id && id !== "HU.BU")
    .map((geometry) => {
      const rings = polygonsOf(geometry).map((polygon) => stitchRing(polygon[0], arcs));
      const name = countyNames[geometry.id ?? ""];
      const properties = { kind: "county", hu: name, en: name, de: name };
      return feature(properties, { type: "Point", coordinates: labelPoint(rings) });
    });
  return {
    lines: feature({ kind: "county" }, { type: "MultiLineString", coordinates: lines }),
    labels,
  };
}
