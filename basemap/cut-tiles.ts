import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromVectorTileJs, GeoJSONWrapper, type Feature as TileFeature } from "@maplibre/vt-pbf";
import { latitudeOfWorldY, longitudeOfWorldX } from "../domain/geography/web-mercator.ts";
import { type Feature, finestZoom } from "./feature.ts";
import { isInEurope, type Position } from "./geometry.ts";

/** A tile, packed with gzip. */
interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Width of a tile in units: eight to a pixel at the tile's own zoom. */
const extent = 4096;

/** Units by which a line may be off: half a pixel in Europe, less in its finest tiles, and more elsewhere. */
const tolerances = { finest: 3, near: 4, elsewhere: 8, polar: 24 };

/** Zoom of the first tiles that are finer in Europe than elsewhere. */
const firstEuropeanZoom = 7;

/** Layers of the tiles, in the order of drawing. */
const layerNames = ["land", "hungary", "county", "river", "lake", "border", "label"] as const;
type LayerName = (typeof layerNames)[number];

/** Cuts the tiles of all zooms. Tiles with nothing in them are left out: they are sea. */
export function* cutTiles(features: readonly Feature[]): Generator<Tile> {
  for (const tolerance of Object.values(tolerances)) yield* cut(features, tolerance);
}

type Address = readonly [z: number, x: number, y: number];

function toleranceOf([z, x, y]: Address): number {
  if (z < firstEuropeanZoom) return tolerances.near;
  const across = 2 ** z;
  const middle = [
    longitudeOfWorldX((x + 0.5) / across),
    latitudeOfWorldY((y + 0.5) / across),
  ] as const;
  if (isInEurope(middle)) return z === finestZoom ? tolerances.finest : tolerances.near;
  return isPolar(middle) ? tolerances.polar : tolerances.elsewhere;
}

/** Whether a position is near a pole, where a unit has less than half of its metres at the equator. */
function isPolar([, latitude]: Position): boolean {
  return latitude > 66 || latitude < -56;
}

/** Cuts the tiles that have a tolerance. */
function* cut(features: readonly Feature[], tolerance: number): Generator<Tile> {
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features: features.map(toGeoJson) },
    {
      // One more than the last, which would be cut without simplification.
      maxZoom: finestZoom + 1,
      // Only the tiles that are asked for, and those on the way to them.
      indexMaxZoom: 0,
      extent,
      tolerance,
      buffer: extent / 256,
    },
  );
  for (let z = 0; z <= finestZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        if (toleranceOf([z, x, y]) !== tolerance) continue;
        const tile = index.getTile(z, x, y);
        const data = tile && encodeTile(tile.features as unknown as CutFeature[], z);
        if (data) yield { z, x, y, data };
      }
    }
  }
}

/** Feature in a tile; its tags are the feature that it was cut of. */
type CutFeature = TileFeature & { tags: Feature };

function toGeoJson(feature: Feature): GeoJSON.Feature {
  // The feature itself passes through as the properties.
  const properties = feature as unknown as GeoJSON.GeoJsonProperties;
  return { type: "Feature", properties, geometry: feature.geometry as unknown as GeoJSON.Geometry };
}

/** The vector tile of some cut features; null where none of them is drawn at this zoom. */
function encodeTile(features: readonly CutFeature[], z: number): Uint8Array | null {
  const byLayer = Map.groupBy(
    features.filter(({ tags }) => tags.fromZoom <= z),
    ({ tags }) => layerOf(tags),
  );
  if (byLayer.size === 0) return null;
  const layers: Record<string, GeoJSONWrapper> = {};
  for (const name of layerNames) {
    const drawn = byLayer.get(name);
    if (drawn === undefined) continue;
    const written = drawn.map(({ type, tags, geometry }) => ({
      type,
      tags: propertiesIn(name, tags),
      geometry,
    }));
    const layer = new GeoJSONWrapper(written as TileFeature[], { version: 2, extent });
    layers[name] = Object.assign(layer, { name });
  }
  return gzipSync(fromVectorTileJs({ layers }), { level: 9 });
}

function layerOf({ properties, geometry }: Feature): LayerName {
  return geometry.type === "Point" ? "label" : (properties.kind as LayerName);
}

/** The properties, without the kind that the layer's name says. */
function propertiesIn(layer: LayerName, { properties }: Feature): Feature["properties"] {
  if (layer === "label") return properties;
  const { kind: _, ...others } = properties;
  return others;
}
