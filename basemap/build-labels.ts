import { readdirSync, readFileSync } from "node:fs";
import { decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import { districtPoints } from "./district-points.ts";
import { type Feature, feature, finestZoom } from "./feature.ts";
import { labelPoint, type Position } from "./geometry.ts";
import { nameProperties } from "./names.ts";
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
  return lakeLabels.map(({ names, position, zoom }) =>
    label({ kind: "lake", ...nameProperties(names), zoom }, position),
  );
}

/**
 * The numbers of Budapest's districts as labels; there is no source of their borders with a clear
 * licence.
 */
export function buildDistrictLabels(cities: readonly City[]): Feature[] {
  const languages = readdirSync(locales);
  return [...districtPoints(cities)].map(([number, position]) => {
    const names = languages.map((language) => [
      language,
      districtName(language).replace("{{number}}", number),
    ]);
    const properties = nameProperties(Object.fromEntries(names));
    return label({ kind: "district", ...properties }, position, finestZoom);
  });
}

const locales = new URL("../public/locales/", import.meta.url);

/** Message of a district's name. */
function districtName(language: string): string {
  const file = new URL(`${language}/landmark.json`, locales);
  return JSON.parse(readFileSync(file, "utf8")).landmark.district;
}

/**
 * A label for each country with an ISO code, by which map and pictures name it in the reader's language; the English
 * name is for a language in which the platform has none.
 */
export function buildCountryLabels(world: Topology): Feature[] {
  const arcs = decodeArcs(world);
  const english = new Intl.DisplayNames("en", { type: "region" });
  const labels: Feature[] = [];
  for (const geometry of world.objects.countries.geometries) {
    const code = alpha2(geometry.id);
    if (code === null || code === "AQ") continue;
    const rings = polygonsOf(geometry).map((polygon) => stitchRing(polygon[0], arcs));
    const size = rings.reduce((most, ring) => Math.max(most, boxArea(ring)), 0);
    const zoom = size > 300 ? 2 : size > 40 ? 3 : size > 4 ? 4 : 6;
    const en = english.of(code) ?? code;
    labels.push(label({ kind: "country", code, en, zoom }, labelPoint(rings)));
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
