/** Size of the picture of a preview in pixels, as Open Graph's readers show it whole. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Maximum size of its file: some readers of links leave out what is larger. */
export const previewMaxBytes = 60 * 1024;

/** The map's half of it, in CSS pixels, two pixels each; the middle is where the place is. */
export const previewMap = { width: 320, height: 315 } as const;

/** Zoom of the map: the town around the place, and where the base map has streets those around it. */
export const previewZooms = { town: 10.5, streets: 15 } as const;
