import type { BoundingBox } from "../bounding-box.ts";
import type { PlaceFilters } from "../place-filters.ts";

/** Which places someone asks for. */
export interface PlaceQuestion {
  filters: PlaceFilters;
  /** With the open filter: also the places of which nobody can tell (`isUnknownOn`). */
  includeUnknown: boolean;
  /** Places that nobody has accepted yet; for the administrator alone. */
  includeUnaccepted: boolean;
  /** Only places that everyone may enter and can open: neither for guests nor for the holders of a key. */
  forEveryone?: boolean;
  /** Only inside this box, edges included; null for the whole world. */
  bbox: BoundingBox | null;
}
