import { arcOwners, decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { type Feature, feature } from "./feature.ts";
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
 * Borders between countries, except Hungary's: segments on land that two countries share, and those
 * of one alone, because many neighbours have their border a few metres apart. Borders at sea are left
 * out; those in lakes and rivers are shared.
 */
export function buildBorders(
  countries: readonly Country[],
  { land, dryLand }: { land: PointsInRings; dryLand: PointsInRings },
): Feature {
  const owners = new Map<string, string[]>();
  for (const { code, rings } of countries) {
    for (const segment of rings.flatMap(segmentsOf)) {
      const key = keyOf(segment);
      owners.set(key, [...(owners.get(key) ?? []), code]);
    }
  }
  const drawn = new DrawnLines();
  for (const { rings } of countries.filter(({ code }) => code === "HUN")) {
    for (const segment of rings.flatMap(segmentsOf)) drawn.add(segment, "HUN");
  }
  const lines: Position[][] = [];
  for (const { code, rings } of countries) {
    if (code === "HUN") continue;
    for (const ring of rings) {
      let line: Position[] | null = null;
      for (const segment of segmentsOf(ring)) {
        const [first, second] = owners.get(keyOf(segment)) ?? [];
        const middle = middleOf(segment);
        const isBorder =
          second === undefined
            ? dryLand.has(middle) && !drawn.hasNear(middle, code)
            : first === code && second !== "HUN" && land.has(middle);
        if (!isBorder) {
          line = null;
          continue;
        }
        if (second === undefined) drawn.add(segment, code);
        if (line === null) {
          line = [segment[0]];
          lines.push(line);
        }
        line.push(segment[1]);
      }
    }
  }
  return feature({ kind: "border" }, { type: "MultiLineString", coordinates: lines });
}

/** Degrees of latitude within which two lines are one border: about 500 m. */
const sameBorderDegrees = 0.005;

/** Points along lines, to find out whether another country has drawn the same border. */
class DrawnLines {
  readonly #owners = new Map<string, Set<string>>();

  add([from, to]: Segment, owner: string): void {
    const steps = Math.ceil(
      Math.max(...from.map((degrees, axis) => Math.abs(to[axis] - degrees))) / sameBorderDegrees,
    );
    for (let step = 0; step <= steps; step++) {
      const share = step / Math.max(1, steps);
      const key = this.#cellOf(
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
      );
      this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(owner));
    }
  }

  /** Whether another country than the given one has a line near a position. */
  hasNear([longitude, latitude]: Position, code: string): boolean {
    for (const east of [-1, 0, 1]) {
      for (const north of [-1, 0, 1]) {
        const key = this.#cellOf(
          longitude + east * sameBorderDegrees,
          latitude + north * sameBorderDegrees,
        );
        for (const owner of this.#owners.get(key) ?? []) if (owner !== code) return true;
      }
    }
    return false;
  }

  #cellOf(longitude: number, latitude: number): string {
    return [longitude, latitude].map((degrees) => Math.floor(degrees / sameBorderDegrees)).join();
  }
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
      const properties = { kind: "county", en: countyNames[geometry.id ?? ""] };
      return feature(properties, { type: "Point", coordinates: labelPoint(rings) }, 7);
    });
  return {
    lines: feature({ kind: "county" }, { type: "MultiLineString", coordinates: lines }, 6),
    labels,
  };
}
