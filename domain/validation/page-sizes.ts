/** Number of places on one page of the list (docs/product#pagination). */
export const placesPerPage = 10;

/** Maximum number of places in one response (docs/product#pagination). */
export const maxPlacesPerPage = 100;

/** Number of towns on one page of their list. */
export const townsPerPage = 300;

/** Number of a town's places on one page. */
export const townPlacesPerPage = 50;

/** Number of reviews on one page. */
export const reviewsPerPage = 10;

/** Maximum number of reviews in one response. */
export const maxReviewsPerPage = 100;

/**
 * Maximum page number. It keeps the offset of a page's last entry a safe integer; every list ends far earlier,
 * and pages beyond the last are empty.
 */
export const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPlacesPerPage);

/**
 * Maximum number of places in a list by distance (docs/product#orders-of-places). The nearest thousand are
 * found from the centre outwards. Without a limit each page would measure and sort all places, which blocks
 * the server for a third of a second at a million places.
 */
export const maxPlacesByDistance = 1_000;

/** Maximum number of lines in the audit trail, over all pages (docs/product#audit-trail). */
export const maxAuditLines = 1_000;
