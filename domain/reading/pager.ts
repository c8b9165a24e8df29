/** Places on one page of the list (docs/product#pager). */
export const placesPerPage = 10;

/** The most places that one answer holds. */
export const maxPlacesPerPage = 100;

/** Reviews on one page, and the most that one answer holds. */
export const reviewsPerPage = 10;
export const maxReviewsPerPage = 100;

/**
 * The highest page that can be asked for. It only keeps the position of a page's last entry an exact
 * number; no list is that long, and every page beyond the last is empty.
 */
export const maxPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPlacesPerPage);

/**
 * How far a list by distance goes: the last page ends here at the latest. The nearest thousand are found from the
 * middle outwards; all that lies farther would have to be measured and sorted for each page, which keeps the server from
 * everything else for a third of a second at a million places.
 */
export const maxPlacesByDistance = 1_000;

/** How many pages `total` entries fill; 0 when there are none. */
export function pageCountOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/**
 * What the pager shows, in order: the first page, the last, the current one and its neighbours, and
 * `gap` where pages are left out (docs/product#pager). Pages count from 1. Empty unless there is
 * more than one page. A current page beyond the last shows the way back.
 */
export function pagerPages(current: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 1) return [];
  const wanted = new Set([1, current - 1, current, current + 1, pageCount]);
  const shown = [...wanted].filter((page) => page >= 1 && page <= pageCount).sort((a, b) => a - b);
  return shown.flatMap((page, at) =>
    at > 0 && page - shown[at - 1] > 1 ? ["gap" as const, page] : [page],
  );
}
