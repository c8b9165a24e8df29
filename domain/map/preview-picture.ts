/** Size of the picture of a preview in pixels, as Open Graph's readers show it whole. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The map's half of it, in CSS pixels, two pixels each; the middle is where the place is. */
export const previewMap = { width: 320, height: 315 } as const;

/** Zoom of the map: the town around the place, as far as the embedded base map has something to show. */
export const previewZoom = 10.5;
