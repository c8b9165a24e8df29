import type { FontFacesSpecification } from "maplibre-gl";
import type { MapAttribution } from "#domain/map/base-map-source.ts";
import {
  type MapPalette,
  type MapTheme,
  mapPalettes,
  siteTones,
} from "#domain/map/map-palettes.ts";

/** Name of the interface's font in the style's layers. */
export const baseMapFont = "Inter";

/**
 * Inter's two files with the characters of each, as in the page's style sheet, so that the browser fetches
 * them once.
 */
export const baseMapFonts = {
  [baseMapFont]: [
    {
      url: "/fonts/inter-latin.woff2",
      "unicode-range": [
        "U+0000-00FF",
        "U+0131",
        "U+0152-0153",
        "U+02BB-02BC",
        "U+02C6",
        "U+02DA",
        "U+02DC",
        "U+2000-206F",
      ],
    },
    {
      url: "/fonts/inter-latin-ext.woff2",
      "unicode-range": ["U+0100-0130", "U+0132-0151", "U+0154-017F", "U+0218-021B", "U+0259"],
    },
  ],
} satisfies FontFacesSpecification;

/** Colours of the map in the page's theme, with the operator's where the page has them (`siteColourSheet`). */
export function shownPalette(theme: MapTheme): MapPalette {
  const style = getComputedStyle(document.documentElement);
  const own = siteTones.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]);
  return { ...mapPalettes[theme], ...Object.fromEntries(own.filter(([, colour]) => colour)) };
}

/** Attribution of a source as MapLibre's control takes it: HTML. */
export function mapAttribution(attributions: readonly MapAttribution[]): string {
  return attributions
    .map(({ name, url }) => `<a href="${url}" target="_blank" rel="noopener">${name}</a>`)
    .join(" · ");
}
