import { decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import type { Line } from "./geometry.ts";

/** The base map's shapes, as far as they are read here. */
export interface Shapes {
  readonly features: readonly {
    readonly properties: { readonly kind: string };
    readonly geometry: { readonly coordinates: readonly (readonly Line[])[] };
  }[];
}

/**
 * Rows of a name and an outer ring as `lng lat lng lat …`: Hungary (as `HU`), good to 300 m, and
 * Budapest, to 500 m. The counties and other cities of the source are too far from today's to say by
 * them where a point is: 30 of 875 settlements would lie in another town, 10 in another county.
 */
export function listAreas(counties: Topology, shapes: Shapes): string[][] {
  const hungary = shapes.features.find(({ properties }) => properties.kind === "hungary");
  const budapest = counties.objects.hun.geometries.find(({ id }) => id === "HU.BU");
  if (!hungary || !budapest) throw new Error("The sources hold no Hungary or no Budapest.");
  const arcs = decodeArcs(counties);
  return [
    ...hungary.geometry.coordinates.map(([ring]) => ["HU", ringText(ring)]),
    ...polygonsOf(budapest).map(([ring]) => ["Budapest", ringText(stitchRing(ring, arcs))]),
  ];
}

function ringText(ring: Line): string {
  return ring
    .flat()
    .map((degrees) => String(Number(degrees.toFixed(4))))
    .join(" ");
}
