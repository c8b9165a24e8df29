import type { BaseMapSource } from "#domain/base-map/base-map-source.ts";
import type { Config } from "#server/config/config.ts";

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
}: Pick<Config, "geoProvider" | "mapStyleUrl">): BaseMapSource {
  if (geoProvider === "embedded") return { kind: "embedded" };
  if (mapStyleUrl !== null) return { kind: "style", lightUrl: mapStyleUrl, darkUrl: mapStyleUrl };
  const isOpen = geoProvider === "auto" || geoProvider === "open";
  return isOpen ? { kind: "style", ...openStyles } : { kind: "embedded" };
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
