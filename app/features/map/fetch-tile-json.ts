import type { StreetTiles } from "./street-map-style.ts";

/**
 * Asks a TileJSON document (https://github.com/mapbox/tilejson-spec) where its tiles are.
 *
 * @throws {Error} where the host does not answer, or with something else
 */
export async function fetchTileJson(url: string, signal: AbortSignal): Promise<StreetTiles> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`TileJSON was answered with ${answer.status}`);
  const { tiles, maxzoom }: { tiles?: unknown; maxzoom?: unknown } = await answer.json();
  if (!Array.isArray(tiles) || !tiles.every((tile) => typeof tile === "string")) {
    throw new Error("TileJSON without tiles");
  }
  return { tiles, maxzoom: typeof maxzoom === "number" ? maxzoom : omtMaxZoom };
}

/** To which zoom tiles in the OpenMapTiles schema go, where nobody says otherwise. */
const omtMaxZoom = 14;
