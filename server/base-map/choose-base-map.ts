import { open } from "node:fs/promises";
import type {
  BaseMapSource,
  MapAttribution,
  StreetMapSource,
} from "#domain/map/base-map-source.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import { baseMapFilePath, type Config } from "#server/config/config.ts";
import { mapboxApiUrl, mapboxStyles } from "#server/geo/mapbox/mapbox-client.ts";

/** Path of the file of `MAP_PMTILES` on the server. */
export const baseMapFileUrl = "/basemap.pmtiles";

/** Path of the street map of the imported extracts on the server. */
export const streetMapUrl = "/street-map.pmtiles";

const openStreetMap: MapAttribution = {
  name: "© OpenStreetMap",
  url: "https://www.openstreetmap.org/copyright",
};
/** Attribution of the tile schema, required by its licence (CC BY 4.0). */
const openMapTiles: MapAttribution = {
  name: "© OpenMapTiles",
  url: "https://www.openmaptiles.org/",
};

/** OpenFreeMap (https://openfreemap.org): vector tiles of the planet, no key, no limits. */
const openFreeMap: StreetMapSource = {
  kind: "street",
  format: "tilejson",
  url: "https://tiles.openfreemap.org/planet",
  attributions: [
    { name: "OpenFreeMap", url: "https://openfreemap.org/" },
    openMapTiles,
    openStreetMap,
  ],
};

const streetMap: StreetMapSource = {
  kind: "street",
  format: "pmtiles",
  url: streetMapUrl,
  isPart: true,
  attributions: [openMapTiles, openStreetMap],
};

type BaseMapConfig = Pick<
  Config,
  "geoProvider" | "mapStyleUrl" | "mapPmtiles" | "mapboxAccessToken"
>;

/**
 * Base map of the provider in force (docs/product#map-providers). The operator's file goes before
 * every other host but Mapbox, the operator's style before the street map of the imported extracts,
 * and that before OpenFreeMap; the embedded provider never uses another host.
 */
export function chooseBaseMap(config: BaseMapConfig, hasStreetMap: boolean): BaseMapSource {
  const { geoProvider, mapStyleUrl, mapPmtiles, mapboxAccessToken } = config;
  if (geoProvider === "mapbox" && mapboxAccessToken !== null) return mapboxTiles(mapboxAccessToken);
  if (baseMapFilePath(config) !== null) return pmtiles(baseMapFileUrl);
  const own: BaseMapSource = hasStreetMap ? streetMap : { kind: "embedded" };
  if (geoProvider === "embedded") return own;
  if (mapPmtiles !== null) return pmtiles(mapPmtiles);
  if (mapStyleUrl !== null) return { kind: "style", styleUrl: mapStyleUrl };
  const isOpen = geoProvider === "open" || (geoProvider === "auto" && !hasStreetMap);
  return isOpen ? openFreeMap : own;
}

function pmtiles(url: string): StreetMapSource {
  return { kind: "street", format: "pmtiles", url, attributions: [openMapTiles, openStreetMap] };
}

/** Mapbox's Static Tiles API, since its `mapbox://` styles are not for other renderers. */
function mapboxTiles(accessToken: string): BaseMapSource {
  const tilesUrl = (style: string) =>
    `${mapboxApiUrl}/styles/v1/${style}/tiles/512/{z}/{x}/{y}@2x?access_token=${encodeURIComponent(accessToken)}`;
  return {
    kind: "raster",
    tilesUrls: recordOf(mapThemes, (theme) => tilesUrl(mapboxStyles[theme])),
    attributions: [
      { name: "© Mapbox", url: "https://www.mapbox.com/about/maps/" },
      openStreetMap,
      { name: "Improve this map", url: "https://www.mapbox.com/map-feedback/" },
    ],
    // https://docs.mapbox.com/help/getting-started/attribution/
    wordmark: {
      name: "Mapbox",
      url: "https://www.mapbox.com/about/maps/",
      picture: "/mapbox-wordmark.svg",
    },
  };
}

/**
 * Origins that a page with this base map fetches from, besides its own, for its content security
 * policy.
 */
export function baseMapOrigins(source: BaseMapSource): string[] {
  switch (source.kind) {
    case "embedded":
      return [];
    case "street":
      return originsOf([source.url]);
    case "style":
      return originsOf([source.styleUrl]);
    case "raster":
      return originsOf(Object.values(source.tilesUrls));
  }
}

/** Origins of the URLs; those without a host are our own and left out. */
function originsOf(urls: readonly string[]): string[] {
  const origins = urls
    .map((url) => URL.parse(url)?.origin)
    .filter((origin) => origin !== undefined);
  return [...new Set(origins)];
}

const headerBytes = 127;
const magic = "PMTiles";
const version = 3;
/** Position of the tile type in the header, and its value for vector tiles. */
const tileTypeAt = 99;
const vectorTiles = 1;

/**
 * Check of the file of `MAP_PMTILES`, before pages rely on it.
 *
 * @throws {Error} with one clear line where the file cannot be read, or is not a PMTiles file of
 *   vector tiles
 */
export async function ensureBaseMapFile(path: string): Promise<void> {
  const header = await readHeader(path);
  const isPmtiles =
    header.length === headerBytes &&
    header.toString("latin1", 0, magic.length) === magic &&
    header[magic.length] === version;
  if (!isPmtiles) {
    throw new Error(`MAP_PMTILES is '${path}': it must be a PMTiles file, version ${version}.`);
  }
  if (header[tileTypeAt] !== vectorTiles) {
    throw new Error(`MAP_PMTILES is '${path}': its tiles must be vector tiles.`);
  }
}

/** Header of the file; shorter where the file is. */
async function readHeader(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new Error(`MAP_PMTILES is '${path}': it can't be read${reason}.`, { cause: error });
  }
}
