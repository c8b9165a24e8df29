/** What a visitor is told of the places that the map shows. */
export interface MapSight {
  /** The filters as a query string; empty without any. */
  readonly filters: string;
  /** The part of the world that the map shows, as text; null before it is known. */
  readonly area: string | null;
  /** Number of places that the map shows. */
  readonly total: number;
}

/**
 * What a screen reader is told after the map has come to rest (docs/product#announcements): that other places
 * meet the filters, that the map has moved, or that places have come or gone. Null where nothing has changed.
 * One act has one message: a filter that moves the map too is a filter.
 */
export function mapNews(before: MapSight, now: MapSight): "filtered" | "moved" | "changed" | null {
  if (before.filters !== now.filters) return "filtered";
  // The map that the page opens with is not a move.
  const hasMoved = before.area !== now.area && before.area !== null;
  if (hasMoved) return "moved";
  return before.total === now.total ? null : "changed";
}

/** The town of all places; null where they are in several, where there is none, or where it has no name. */
export function sharedTown(places: readonly { readonly city: string }[]): string | null {
  const [first, ...others] = places;
  if (!first?.city) return null;
  return others.every(({ city }) => city === first.city) ? first.city : null;
}
