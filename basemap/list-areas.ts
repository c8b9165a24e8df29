import { decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import type { Line } from "./geometry.ts";
import { countyNames, countyOfCity } from "./tables/counties.ts";

/** The base map's shapes, as far as they are read here. */
export interface Shapes {
  readonly features: readonly {
    readonly properties: { readonly kind: string };
    readonly geometry: { readonly coordinates: readonly (readonly Line[])[] };
  }[];
}

/** Cities whose names are damaged in the source. */
const mendedNames: Readonly<Record<string, string>> = {
  Gyôr: "Győr",
  Hódmezôvásárhely: "Hódmezővásárhely",
};

/**
 * Rows of kind (`country`, `county`, `city`), name and the outer ring as `lng lat lng lat …`: Hungary,
 * its counties without the cities that the source keeps apart, and those cities, each with its county
 * as a fourth column. An area of several parts has a row for each.
 */
export function listAreas(topology: Topology, shapes: Shapes): string[][] {
  const arcs = decodeArcs(topology);
  const hungary = shapes.features.find(({ properties }) => properties.kind === "hungary");
  if (!hungary) throw new Error("The base map holds no Hungary.");
  const rows = hungary.geometry.coordinates.map(([ring]) => ["country", "HU", ringText(ring), ""]);
  for (const geometry of topology.objects.hun.geometries) {
    const id = geometry.id ?? "";
    const isCity = id in countyOfCity || id === "HU.BU";
    const county = countyNames[countyOfCity[id] ?? id];
    const sourceName = geometry.properties?.name ?? "";
    const name = isCity ? (mendedNames[sourceName] ?? sourceName) : county;
    for (const [outer] of polygonsOf(geometry)) {
      const ring = ringText(stitchRing(outer, arcs));
      rows.push([isCity ? "city" : "county", name, ring, isCity ? county : ""]);
    }
  }
  return rows;
}

function ringText(ring: Line): string {
  return ring
    .flat()
    .map((degrees) => String(Number(degrees.toFixed(4))))
    .join(" ");
}
