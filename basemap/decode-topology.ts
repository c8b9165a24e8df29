import type { Line, Position } from "./geometry.ts";

/** Part of the TopoJSON format that the inputs use. */
export interface Topology {
  readonly transform: { readonly scale: Position; readonly translate: Position };
  readonly arcs: readonly (readonly Position[])[];
  readonly objects: Readonly<Record<string, { readonly geometries: readonly TopologyGeometry[] }>>;
}
export interface TopologyGeometry {
  readonly type: string;
  readonly id?: string;
  readonly properties?: { readonly name?: string };
  /** Arc numbers by polygon and ring; ~n means arc n backwards. */
  readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
}

/** The arcs as lines of positions: quantised differences summed up and scaled, after the TopoJSON specification. */
export function decodeArcs({ arcs, transform }: Topology): Position[][] {
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx, dy]): Position => {
      x += dx;
      y += dy;
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ];
    });
  });
}

/** A geometry's rings as arc numbers, whether it is a Polygon or a MultiPolygon: polygons → rings → arcs. */
export function polygonsOf(geometry: TopologyGeometry): number[][][] {
  const nested = JSON.parse(JSON.stringify(geometry.arcs ?? []));
  return geometry.type === "Polygon" ? [nested] : geometry.type === "MultiPolygon" ? nested : [];
}

/** The ring that a list of arc numbers describes. */
export function stitchRing(arcNumbers: readonly number[], arcs: readonly Line[]): Position[] {
  const ring: Position[] = [];
  for (const number of arcNumbers) {
    const arc = number < 0 ? arcs[~number].toReversed() : arcs[number];
    ring.push(...(ring.length === 0 ? arc : arc.slice(1)));
  }
  return ring;
}

/** Geometries that use each arc: the key is the arc number, the value the geometries' ids. */
export function arcOwners(geometries: readonly TopologyGeometry[]): Map<number, Set<string>> {
  const owners = new Map<number, Set<string>>();
  for (const geometry of geometries) {
    for (const number of polygonsOf(geometry).flat(2)) {
      const arc = number < 0 ? ~number : number;
      const ids = owners.get(arc) ?? new Set();
      ids.add(geometry.id ?? geometry.properties?.name ?? "");
      owners.set(arc, ids);
    }
  }
  return owners;
}
