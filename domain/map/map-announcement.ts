/** State of the map that announcements are about. */
export interface MapSnapshot {
  /** Filters as a query string; empty without any. */
  readonly filters: string;
  /** Visible area as text; null before it is known. */
  readonly area: string | null;
  /** Number of visible places. */
  readonly total: number;
}

/**
 * Announcement for screen readers after the map has come to rest (docs/product#announcements): the filters changed,
 * the map moved, or the number of places changed. Null where nothing has changed. One action has one announcement:
 * a filter that also moves the map is a filter.
 */
export function mapAnnouncement(
  before: MapSnapshot,
  now: MapSnapshot,
): "filtered" | "moved" | "changed" | null {
  if (before.filters !== now.filters) return "filtered";
  // The initial area is not a move.
  const hasMoved = before.area !== now.area && before.area !== null;
  if (hasMoved) return "moved";
  return before.total === now.total ? null : "changed";
}

/** Town of all places; null for several towns, for a town without a name, and without places. */
export function sharedTown(places: readonly { readonly city: string }[]): string | null {
  const [first, ...others] = places;
  if (!first?.city) return null;
  return others.every(({ city }) => city === first.city) ? first.city : null;
}
