import type { IconName } from "#app/ui/icon.tsx";
import type { WallTime } from "#domain/opening/instant.ts";
import type { PlaceFilterName } from "#domain/place/place-filters.ts";

/** Icon and message of each filter, on the map as in the list. */
export const filterLabels = {
  accessible: { icon: "accessible", label: "filter.accessible" },
  free: { icon: "free", label: "filter.free" },
  public: { icon: "public", label: "filter.public" },
  open: { icon: "open", label: "filter.currentlyopen" },
  customers: { icon: "private", label: "filter.customers" },
  changing_table: { icon: "baby", label: "filter.changing_table" },
  women: { icon: "women", label: "filter.women" },
  men: { icon: "men", label: "filter.men" },
  all_genders: { icon: "genders", label: "filter.all_genders" },
  euro_key: { icon: "key", label: "filter.euro_key" },
  card: { icon: "price", label: "filter.card" },
} as const satisfies Record<PlaceFilterName, { icon: IconName; label: string }>;

/** Message of a filter; of another time, a place is open then. */
export function filterLabel(name: PlaceFilterName, at: WallTime | undefined) {
  return name === "open" && at !== undefined ? "filter.openThen" : filterLabels[name].label;
}
