import type { BaseMapSource } from "#domain/base-map/base-map-source.ts";
import type { Config } from "#server/config/config.ts";
import { mapboxApiUrl, mapboxStyles } from "./mapbox/mapbox-styles.ts";

/** OpenFreeMap (https://openfreemap.org): no key, no limits; its attribution is in the styles. */
const openStyles = {
  lightUrl: "https://tiles.openfreemap.org/styles/liberty",
  darkUrl: "https://tiles.openfreemap.org/styles/dark",
};

/**
 * The base map of the level in force. An operator's own style replaces OpenFreeMap's, in both looks; the
 * embedded level never asks anyone.
 */
export function chooseBaseMap({
  geoProvider,
  mapStyleUrl,
  mapboxAccessToken,
}: Pick<Config, "geoProvider" | "mapStyleUrl" | "mapboxAccessToken">): BaseMapSource {
  if (geoProvider === "embedded") return { kind: "embedded" };
  if (geoProvider === "mapbox" && mapboxAccessToken !== null) return mapboxTiles(mapboxAccessToken);
  if (mapStyleUrl !== null) return { kind: "style", lightUrl: mapStyleUrl, darkUrl: mapStyleUrl };
  const isOpen = geoProvider === "auto" || geoProvider === "open";
  return isOpen ? { kind: "style", ...openStyles } : { kind: "embedded" };
}

/** The Static Tiles API: its `mapbox://` styles are not for other renderers. */
function mapboxTiles(accessToken: string): BaseMapSource {
  const tilesUrl = (style: string) =>
    `${mapboxApiUrl}/styles/v1/${style}/tiles/512/{z}/{x}/{y}@2x?access_token=${encodeURIComponent(accessToken)}`;
  return {
    kind: "raster",
    lightTilesUrl: tilesUrl(mapboxStyles.light),
    darkTilesUrl: tilesUrl(mapboxStyles.dark),
    attributions: [
      { name: "© Mapbox", url: "https://www.mapbox.com/about/maps/" },
      { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
      { name: "Improve this map", url: "https://www.mapbox.com/map-feedback/" },
    ],
  };
}

/** The origins that a page with this base map fetches from, for its content security policy. */
export function baseMapOrigins(source: BaseMapSource): string[] {
  switch (source.kind) {
    case "embedded":
      return [];
    case "style":
      return originsOf([source.lightUrl, source.darkUrl]);
    case "raster":
      return originsOf([source.lightTilesUrl, source.darkTilesUrl]);
  }
}

function originsOf(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
