import type { PlaceFilterName } from "#domain/place-filters.ts";
import type { IconName } from "./icon-names.ts";

/** How each of the four filters looks, on the map as in the list: its icon and its words. */
export const filterLooks = {
  accessible: { icon: "accessible", label: "filter.accessible" },
  free: { icon: "free", label: "filter.free" },
  public: { icon: "public", label: "filter.public" },
  open: { icon: "open", label: "filter.currentlyopen" },
} as const satisfies Record<PlaceFilterName, { icon: IconName; label: string }>;
