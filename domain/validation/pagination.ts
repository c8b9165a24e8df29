/** Number of pages that `total` entries fill; 0 without entries. */
export function pageCountOf(total: number, perPage: number): number {
  return Math.ceil(total / perPage);
}

/**
 * Entries of the pagination in order: the first page, the last, the current one and its neighbours, and `gap`
 * where pages are left out (docs/product#pagination). Pages count from 1. Empty unless there are several pages. For
 * a current page beyond the last, the entries lead back.
 */
export function paginationPages(current: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 1) return [];
  const wanted = new Set([1, current - 1, current, current + 1, pageCount]);
  const shown = [...wanted].filter((page) => page >= 1 && page <= pageCount).sort((a, b) => a - b);
  return shown.flatMap((page, at) =>
    at > 0 && page - shown[at - 1] > 1 ? ["gap" as const, page] : [page],
  );
}
