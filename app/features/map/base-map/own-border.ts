import { loadBorder } from "#app/network/load-border.ts";
import { ownBorderLine } from "#domain/map/map-palettes.ts";
import type { BaseMap } from "./base-map-state.ts";
import { shownPalette } from "./styles/style-parts.ts";

/**
 * Loads the border of the operator's area (docs/product#border), and gives what draws it on a base map: a quiet
 * line below the places. Null where it does not come.
 */
export async function loadOwnBorder(path: string): Promise<((baseMap: BaseMap) => BaseMap) | null> {
  const border = await loadBorder(path);
  if (border === null) return null;
  return (baseMap) => ({
    ...baseMap,
    style: (appearance) => {
      const style = baseMap.style(appearance);
      const { colour, opacity, widthPixels } = ownBorderLine(shownPalette(appearance.theme));
      return {
        ...style,
        sources: { ...style.sources, "own-border": { type: "geojson", data: border } },
        layers: [
          ...style.layers,
          {
            id: "own-border",
            type: "line",
            source: "own-border",
            layout: { "line-join": "round" },
            paint: { "line-color": colour, "line-opacity": opacity, "line-width": widthPixels },
          },
        ],
      };
    },
  });
}
