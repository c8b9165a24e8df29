import { decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { districtPoints } from "./district-points.ts";
import { type Feature, feature, finestZoom } from "./feature.ts";
import { labelPoint, type Position } from "./geometry.ts";
import type { City } from "./read-inputs.ts";
import { lakeLabels } from "./tables/lakes.ts";

/** @param fromZoom of the tiles that have it, if not from the zoom from which on it is shown */
function label(
  properties: Feature["properties"],
  coordinates: Position,
  fromZoom = Number(properties.zoom),
): Feature {
  return feature(properties, { type: "Point", coordinates }, fromZoom);
}

/** Labels of lakes, from our own table. */
export function buildLakeLabels(): Feature[] {
  return lakeLabels.map(({ hu, en, de, position, zoom }) =>
    label({ kind: "lake", hu, en, de, zoom }, position),
  );
}

/**
 * The numbers of Budapest's districts as labels; there is no source of their borders with a clear
 * licence.
 */
export function buildDistrictLabels(cities: readonly City[]): Feature[] {
  return [...districtPoints(cities)].map(([number, position]) =>
    label(
      {
        kind: "district",
        hu: `${number}. kerület`,
        en: `District ${number}`,
        de: `${number}. Bezirk`,
      },
      position,
      finestZoom,
    ),
  );
}

/** Languages of the labels of the embedded map; in another it has the English. */
const namedLanguages = ["hu", "en", "de"];

/** A label for each country with an ISO code, with names from the platform's own tables (CLDR). */
export function buildCountryLabels(world: Topology): Feature[] {
  const arcs = decodeArcs(world);
  const labels: Feature[] = [];
  for (const geometry of world.objects.countries.geometries) {
    const code = alpha2(geometry.id);
    if (code === null || code === "AQ") continue;
    const rings = polygonsOf(geometry).map((polygon) => stitchRing(polygon[0], arcs));
    const names = namedLanguages.map((language) => [
      language,
      new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code,
    ]);
    const size = rings.reduce((most, ring) => Math.max(most, boxArea(ring)), 0);
    const zoom = size > 300 ? 2 : size > 40 ? 3 : size > 4 ? 4 : 6;
    labels.push(label({ kind: "country", ...Object.fromEntries(names), zoom }, labelPoint(rings)));
  }
  return labels;
}

/** The ISO 3166-1 alpha-2 code of a numeric one, by the canonical form of a language tag (UTS 35). */
function alpha2(numeric: string | undefined): string | null {
  if (!numeric || !/^\d{3}$/.test(numeric)) return null;
  const region = new Intl.Locale(`und-${numeric}`).region;
  return region && /^[A-Z]{2}$/.test(region) ? region : null;
}

/** Area of a ring's box in square degrees: a rough measure of the room for a name. */
function boxArea(ring: readonly Position[]): number {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  const width = Math.max(...longitudes) - Math.min(...longitudes);
  return width * (Math.max(...latitudes) - Math.min(...latitudes));
}
