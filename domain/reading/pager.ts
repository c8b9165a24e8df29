/** Number of places on one page of the list (docs/product#pager). */
export const placesPerPage = 10;

/** Maximum number of places in one answer (docs/product#pager). */
export const maxPlacesPerPage = 100;

/** Number of reviews on one page. */
export const reviewsPerPage = 10;

/** Maximum number of reviews in one answer. */
export const maxReviewsPerPage = 100;

/**
 * Maximum page number. It only keeps the position of a page's last entry an exact number; every list ends far
 * earlier, and every page beyond the last is empty.
 */
export const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPlacesPerPage);

/**
 * Maximum number of places in a list by distance (docs/product#orders-of-places). The nearest thousand are
 * found from the middle outwards; all places beyond would have to be measured and sorted for each page, which
 * blocks the server for a third of a second at a million places.
 */
export const maxPlacesByDistance = 1_000;

/** Number of pages that `total` entries fill; 0 without entries. */
export function pageCountOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/**
 * Entries of the pager in order: the first page, the last, the current one and its neighbours, and `gap`
 * where pages are left out (docs/product#pager). Pages count from 1. Empty unless there is more than one
 * page. A current page beyond the last shows the way back.
 */
export function pagerPages(current: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 1) return [];
  const wanted = new Set([1, current - 1, current, current + 1, pageCount]);
  const shown = [...wanted].filter((page) => page >= 1 && page <= pageCount).sort((a, b) => a - b);
  return shown.flatMap((page, at) =>
    at > 0 && page - shown[at - 1] > 1 ? ["gap" as const, page] : [page],
  );
}
