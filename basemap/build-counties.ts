import { arcOwners, decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { type Feature, feature } from "./feature.ts";
import { joinToOutline, type Line, labelPoint } from "./geometry.ts";
import { simplifyLine } from "./simplify-line.ts";
import { countyNames, countyOfCity } from "./tables/counties.ts";
import { tolerance } from "./tolerance.ts";

export interface Counties {
  readonly lines: Feature;
  readonly labels: readonly Feature[];
}

/** The borders between counties (the country's own left out) and a label in the middle of each. */
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
