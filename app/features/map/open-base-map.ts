import type { StyleSpecification } from "maplibre-gl";
import { inTime } from "#app/network/in-time.ts";
import type { BaseMapSource } from "#domain/base-map/base-map-source.ts";
import type { BaseMap, BaseMapLook } from "./base-map.ts";
import { baseMapStyle } from "./base-map-style.ts";
import { fetchStyle } from "./fetch-style.ts";
import { fetchTileJson } from "./fetch-tile-json.ts";
import { rasterMapStyle } from "./raster-map-style.ts";
import { streetMapStyle } from "./street-map-style.ts";

/** How long a better base map has to show that it is there. */
export const answerTimeoutMs = 3_000;

/** The embedded base map, where another did not answer or can't be drawn. */
export const standInBaseMap: BaseMap = {
  isDetailed: false,
  isFallback: true,
  style: baseMapStyle,
};

type MakeStyle = (look: BaseMapLook) => StyleSpecification;

/**
 * The base map of the level in force, once it has answered; the embedded one where it has not within
 * {@link answerTimeoutMs}, or not as it should.
 *
 * @throws what the signal was aborted with
 */
export async function openBaseMap(source: BaseMapSource, signal: AbortSignal): Promise<BaseMap> {
  if (source.kind === "embedded") return embeddedBaseMap;
  try {
    const style = await inTime({ limitMs: answerTimeoutMs, signal }, (limited) =>
      openStyle(source, limited),
    );
    return { isDetailed: true, isFallback: false, style };
  } catch {
    // The browser's console has named the request that failed.
    signal.throwIfAborted();
    return standInBaseMap;
  }
}

const embeddedBaseMap: BaseMap = { isDetailed: false, isFallback: false, style: baseMapStyle };

/** Asks the base map's host for as little as tells that the rest can be had. */
async function openStyle(
  source: Exclude<BaseMapSource, { kind: "embedded" }>,
  signal: AbortSignal,
): Promise<MakeStyle> {
  switch (source.kind) {
    case "style": {
      const style = await fetchStyle(source.styleUrl, signal);
      return () => style;
    }
    case "raster": {
      const first = source.lightTilesUrl.replace(/\{[zxy]\}/g, "0");
      const answer = await fetch(first, { signal });
      if (!answer.ok) throw new Error(`the first tile was answered with ${answer.status}`);
      return ({ theme }) => rasterMapStyle(source, theme);
    }
    case "street": {
      const tiles =
        source.format === "tilejson"
          ? await fetchTileJson(source.url, signal)
          : await (await import("./open-pmtiles.ts")).openPmtiles(source.url);
      return (look) => streetMapStyle(look, tiles, source.attributions);
    }
  }
}
