import { gzipSync } from "node:zlib";
import { GeoJSONVT } from "@maplibre/geojson-vt";
import { fromVectorTileJs, GeoJSONWrapper, type Feature as TileFeature } from "@maplibre/vt-pbf";
import { latitudeOfWorldY, longitudeOfWorldX } from "../domain/geography/web-mercator.ts";
import { type Feature, finestZoom } from "./feature.ts";
import { isInEurope } from "./geometry.ts";

/** A tile, packed with gzip. */
interface Tile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

/** Fineness of some tiles. */
interface Fineness {
  /** Units of a tile's width. */
  readonly extent: number;
  /** Distance in units by which a line may be off. */
  readonly tolerance: number;
}

/**
 * Half a pixel at the tiles' own zoom. The finest tiles are shown at higher zooms too: in Europe they
 * are as good for two zooms more, to some 150 m, and to half of that around Hungary.
 */
const finenesses = {
  far: { extent: 4096, tolerance: 4 },
  elsewhere: { extent: 4096, tolerance: 6 },
  europe: { extent: 8192, tolerance: 3 },
  home: { extent: 8192, tolerance: 1.5 },
} satisfies Record<string, Fineness>;

/** Layers of the tiles, in the order of drawing. */
const layerNames = ["land", "hungary", "county", "river", "lake", "border", "label"] as const;
type LayerName = (typeof layerNames)[number];

/** Cuts the tiles of all zooms. Tiles with nothing in them are left out: they are sea. */
export function* cutTiles(features: readonly Feature[]): Generator<Tile> {
  yield* cut(features, finenesses.far, (z) => z < finestZoom);
  yield* cut(features, finenesses.elsewhere, (...tile) => isFinest(tile) && !isOfEurope(tile));
  yield* cut(features, finenesses.europe, (...tile) => {
    return isFinest(tile) && isOfEurope(tile) && !isOfHungary(tile);
  });
  yield* cut(features, finenesses.home, (...tile) => isFinest(tile) && isOfHungary(tile));
}

type Address = readonly [z: number, x: number, y: number];

function isFinest([z]: Address): boolean {
  return z === finestZoom;
}

/** Whether the middle of a tile is in Europe. */
function isOfEurope([z, x, y]: Address): boolean {
  const across = 2 ** z;
  return isInEurope([longitudeOfWorldX((x + 0.5) / across), latitudeOfWorldY((y + 0.5) / across)]);
}

/** Whether Hungary reaches into one of the finest tiles. */
function isOfHungary([, x, y]: Address): boolean {
  return x >= 34 && x <= 36 && y >= 21 && y <= 22;
}

function* cut(
  features: readonly Feature[],
  { extent, tolerance }: Fineness,
  isWanted: (...address: Address) => boolean,
): Generator<Tile> {
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features: features.map(toGeoJson) },
    {
      // One more than the last, which would be cut without simplification.
      maxZoom: finestZoom + 1,
      indexMaxZoom: finestZoom,
      indexMaxPoints: 0,
      extent,
      tolerance,
      buffer: extent / 256,
    },
  );
  for (let z = 0; z <= finestZoom; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        if (!isWanted(z, x, y)) continue;
        const tile = index.getTile(z, x, y);
        const data = tile && encodeTile(tile.features as unknown as CutFeature[], z, extent);
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
function encodeTile(features: readonly CutFeature[], z: number, extent: number): Uint8Array | null {
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
