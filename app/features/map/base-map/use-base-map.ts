import type { StyleSpecification } from "maplibre-gl";
import { useEffect, useState } from "react";
import { useHome } from "#app/i18n/home.ts";
import { withTimeLimit } from "#app/network/fetch-api.ts";
import { loadBorder } from "#app/network/load-border.ts";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import { ownBorderLine } from "#domain/map/map-palettes.ts";
import { type BaseMap, useBaseMapSource, useListCredits } from "./base-map-state.ts";
import type { OpenedPmtiles } from "./open-pmtiles.ts";
import {
  embeddedStyle,
  partStyle,
  rasterStyle,
  type StreetTiles,
  shownPalette,
  streetStyle,
} from "./styles/base-map-styles.ts";

/**
 * The base map of the provider in force, or its fallback; null until it has loaded. Where the map cannot draw
 * it, `fallBack` replaces it by the fallback.
 */
export function useBaseMap(): { baseMap: BaseMap | null; fallBack: () => void } {
  // The source that came with the page: an open map keeps it.
  const [source] = useState(useBaseMapSource());
  const [borderPath] = useState(useHome().border);
  const [listCredits] = useState(useListCredits());
  const [baseMap, setBaseMap] = useState<BaseMap | null>(null);
  useEffect(() => {
    const opening = new AbortController();
    const opened = openBaseMap(source, opening.signal);
    const withBorder = borderPath === undefined ? opened : addBorder(opened, borderPath);
    withBorder.then(
      (found) => {
        if (!opening.signal.aborted) setBaseMap({ ...found, listCredits });
      },
      (error) => {
        if (!opening.signal.aborted) throw error;
      },
    );
    return () => opening.abort();
  }, [source, borderPath, listCredits]);
  return { baseMap, fallBack: () => setBaseMap({ ...standInBaseMap, listCredits }) };
}

/** A base map with the border of the operator's area (docs/product#border) as a quiet line, where that comes. */
async function addBorder(opened: Promise<BaseMap>, path: string): Promise<BaseMap> {
  const [baseMap, border] = await Promise.all([opened, loadBorder(path).catch(() => null)]);
  if (border === null) return baseMap;
  const style: BaseMap["style"] = (appearance) => {
    const { sources, layers, ...rest } = baseMap.style(appearance);
    const { colour, opacity, widthPixels } = ownBorderLine(shownPalette(appearance.theme));
    return {
      ...rest,
      sources: { ...sources, "own-border": { type: "geojson", data: border } },
      layers: [
        ...layers,
        {
          id: "own-border",
          type: "line",
          source: "own-border",
          layout: { "line-join": "round" },
          paint: { "line-color": colour, "line-opacity": opacity, "line-width": widthPixels },
        },
      ],
    };
  };
  return { ...baseMap, style };
}

/** Time limit of a base map's first response. */
export const firstResponseTimeoutMs = 3_000;

const embeddedBaseMap: BaseMap = { isDetailed: false, isFallback: false, style: embeddedStyle };

/** The embedded base map as the fallback for one that did not respond or cannot be drawn. */
const standInBaseMap: BaseMap = { ...embeddedBaseMap, isFallback: true };

type OpenedStyle = Pick<BaseMap, "style" | "covered" | "wordmark">;

/**
 * The base map of the provider in force, once it has loaded; the embedded one after {@link requestTimeoutMs}
 * or a wrong response.
 *
 * @throws the signal's reason when it is aborted
 */
export async function openBaseMap(source: BaseMapSource, signal: AbortSignal): Promise<BaseMap> {
  if (source.kind === "embedded") return embeddedBaseMap;
  try {
    const opened = await withTimeLimit({ limitMs: firstResponseTimeoutMs, signal }, (limited) =>
      openStyle(source, limited),
    );
    return { isDetailed: true, isFallback: false, isForeign: source.kind === "style", ...opened };
  } catch {
    // The browser's console has named the request that failed.
    signal.throwIfAborted();
    return standInBaseMap;
  }
}

/** Requests from the base map's host the smallest part that shows that the rest is available. */
async function openStyle(
  source: Exclude<BaseMapSource, { kind: "embedded" }>,
  signal: AbortSignal,
): Promise<OpenedStyle> {
  switch (source.kind) {
    case "style": {
      const style = await fetchStyle(source.styleUrl, signal);
      return { style: () => style };
    }
    case "raster": {
      const first = source.tilesUrls.light.replace(/\{[zxy]\}/g, "0");
      const response = await fetch(first, { signal });
      if (!response.ok) throw new Error(`the first tile was answered with ${response.status}`);
      return { style: ({ theme }) => rasterStyle(source, theme), wordmark: source.wordmark };
    }
    case "street": {
      const { attributions, isPart = false } = source;
      const { tiles, covered }: OpenedPmtiles =
        source.format === "tilejson"
          ? { tiles: await fetchTileJson(source.url, signal) }
          : await (await import("./open-pmtiles.ts")).openPmtiles(source.url, isPart);
      const style: BaseMap["style"] = (appearance) =>
        covered
          ? partStyle(appearance, { tiles, covered, attributions })
          : streetStyle(appearance, tiles, attributions);
      return { style, covered };
    }
  }
}

/**
 * Fetches a style that is drawn as it is.
 *
 * @throws {Error} where the host does not respond, or not with a style
 */
async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`the style was answered with ${response.status}`);
  const style: StyleSpecification = await response.json();
  // MapLibre checks more (`watchStyle`), but these two it would not report.
  if (style.version !== 8 || !Array.isArray(style.layers)) throw new Error("not a style");
  if (![...style.layers, style.sources, ...Object.values(style.sources ?? {})].every(isObject)) {
    throw new Error("not a style");
  }
  return style;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * Fetches a TileJSON document (https://github.com/mapbox/tilejson-spec) that names the tiles.
 *
 * @throws {Error} where the host does not respond, or not with a TileJSON
 */
async function fetchTileJson(url: string, signal: AbortSignal): Promise<StreetTiles> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`TileJSON was answered with ${response.status}`);
  const { tiles, maxzoom }: { tiles?: unknown; maxzoom?: unknown } = await response.json();
  if (!Array.isArray(tiles) || !tiles.every((tile) => typeof tile === "string")) {
    throw new Error("TileJSON without tiles");
  }
  return { tiles, maxzoom: typeof maxzoom === "number" ? maxzoom : omtMaxZoom };
}

/** Maximum zoom of tiles in the OpenMapTiles schema, unless the source names another. */
const omtMaxZoom = 14;
