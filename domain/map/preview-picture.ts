/** Size of the picture of a preview in pixels, as Open Graph's readers show it whole. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Maximum size of its file: some readers of links leave out what is larger. */
export const previewMaxBytes = 60 * 1024;

/** The map's half of it, in CSS pixels, two pixels each; the middle is where the place is. */
export const previewMap = { width: 320, height: 315 } as const;

/**
 * Zooms of the maps drawn of a place, for its preview and its page: the streets around it, or the town where there is
 * no street map. The embedded map has a river as one line and no islands: closer, a place on a bank stands in the water.
 */
export const placePictureZooms = { town: 9.5, streets: 15 } as const;
