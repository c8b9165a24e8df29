import { arcOwners, decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { type Feature, feature, finestZoom } from "./feature.ts";
import {
  innerPoint,
  joinToOutline,
  type Line,
  labelPoint,
  type Position,
  ringAreaSquareKilometers,
} from "./geometry.ts";
import type { PointsInRings } from "./points-in-rings.ts";
import type { Country, Polygon } from "./read-inputs.ts";
import { countyNames, countyOfCity } from "./tables/counties.ts";

/** Area from which a hole of the land that is no inland water is an arm of the sea. */
const leastSeaSquareKilometers = 5;

/**
 * The world's land. The source leaves out inland waters, which the map draws over it: the holes that
 * remain are arms of the sea whose narrows are closed at the source's accuracy.
 *
 * @param inland the surfaces of lakes, and those of rivers, with their islands
 */
export function buildLand(lands: readonly Polygon[], inland: readonly PointsInRings[]): Feature {
  const isSea = (hole: Line) => {
    if (ringAreaSquareKilometers(hole) < leastSeaSquareKilometers) return false;
    const point = innerPoint(hole);
    return !inland.some((waters) => waters.has(point));
  };
  const polygons = lands.map(([outer, ...holes]) => [outer, ...holes.filter(isSea)]);
  return feature({ kind: "land" }, { type: "MultiPolygon", coordinates: polygons });
}

/**
 * Borders between countries on land, except Hungary's: the segments that two countries share. Borders
 * at sea are left out; those in lakes and rivers are of the land.
 */
export function buildBorders(countries: readonly Country[], land: PointsInRings): Feature {
  const owners = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { code, rings } of countries) {
    for (const segment of rings.flatMap(segmentsOf)) {
      const key = keyOf(segment);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, code);
      else if (owner !== code) others.set(key, code);
    }
  }
  const lines: Position[][] = [];
  for (const { code, rings } of countries) {
    for (const ring of rings) {
      let line: Position[] | null = null;
      let neighbour: string | undefined;
      for (const segment of segmentsOf(ring)) {
        const key = keyOf(segment);
        const other = owners.get(key) === code ? others.get(key) : undefined;
        if (other === undefined || code === "HUN" || other === "HUN" || !land.has(middleOf(segment))) {
          line = null;
          continue;
        }
        if (line === null || other !== neighbour) {
          line = [segment[0]];
          lines.push(line);
          neighbour = other;
        }
        line.push(segment[1]);
      }
    }
  }
  return feature({ kind: "border" }, { type: "MultiLineString", coordinates: lines });
}

type Segment = readonly [from: Position, to: Position];

function segmentsOf(ring: Line): Segment[] {
  return ring.slice(1).map((to, at): Segment => [ring[at], to]);
}

/** Name of a segment in either direction. */
function keyOf([from, to]: Segment): string {
  return [from.join(), to.join()].sort().join(" ");
}

function middleOf([[ax, ay], [bx, by]]: Segment): Position {
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** Hungary as an area, for its own tone and its border line. */
export function buildHungary(outline: Line): Feature {
  return feature({ kind: "hungary" }, { type: "MultiPolygon", coordinates: [[outline]] });
}

export interface Counties {
  readonly lines: Feature;
  readonly labels: readonly Feature[];
}

/** The borders between counties, without the country's own, and a label in the middle of each. */
export function buildCounties(topology: Topology, outline: Line): Counties {
  const arcs = decodeArcs(topology);
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
      return feature(properties, { type: "Point", coordinates: labelPoint(rings) }, finestZoom);
    });
  return {
    lines: feature({ kind: "county" }, { type: "MultiLineString", coordinates: lines }, finestZoom),
    labels,
  };
}
