/** Size of a preview's picture in pixels, which apps that show Open Graph previews do not crop. */
export const previewSize = { width: 1200, height: 630 } as const;

/** Maximum file size: some apps ignore larger pictures. */
export const previewMaxBytes = 60 * 1024;

/** Map in one half of the picture, in CSS pixels of two pixels each; the place is in its centre. */
export const previewMap = { width: 320, height: 315 } as const;

/**
 * Zooms of the drawn maps of a place, for its preview and its page: the streets around it, or the town without a
 * street map. The embedded map has rivers as lines and no islands: at higher zooms, a place on a bank is in the water.
 */
export const placePictureZooms = { town: 9.5, streets: 15 } as const;
