import type { FontFacesSpecification } from "maplibre-gl";

/** The name by which the style's layers ask for the interface's own font. */
export const baseMapFont = "Inter";

/** Inter's two files, which the page's style sheet uses too, so that they are fetched once. */
export const baseMapFonts: FontFacesSpecification = {
  [baseMapFont]: [
    { url: "/fonts/inter-latin.woff2", "unicode-range": ["U+0000-00FF", "U+2000-206F"] },
    { url: "/fonts/inter-latin-ext.woff2", "unicode-range": ["U+0100-02FF", "U+1E00-1EFF"] },
  ],
};
