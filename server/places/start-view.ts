import { startView as hungaryView } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { boundsOfView, viewOfBox } from "#domain/map/view-of-box.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { leastWindow } from "#server/config/site-home.ts";
import type { PlaceDeps } from "./place-cache.ts";
import { closestZooms, listLargestTowns } from "./towns.ts";

/** Window in which a first view without a place counts as empty: a small desk's map, beside its list. */
const emptyWindow = { width: 1040, height: 900 };

const everyPlace = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: false,
};

/**
 * First view of the map, where the operator has set neither view nor border (docs/product#map): the country's, or that
 * of the town with the most places where the country's shows no place. The result holds until the places change.
 *
 * @param country view of the country; null for that of Hungary
 */
export function createStartView(
  { placeIndex }: Pick<PlaceDeps, "placeIndex">,
  country: MapView | null,
): () => MapView | null {
  const bbox = boundsOfView(country ?? hungaryView, emptyWindow);
  let version: number | null = null;
  let view = country;
  return () => {
    if (version === placeIndex.version) return view;
    version = placeIndex.version;
    const isEmpty = placeIndex.count({ ...everyPlace, bbox }).total === 0;
    view = (isEmpty ? viewOfLargestTown(placeIndex) : null) ?? country;
    return view;
  };
}

function viewOfLargestTown(placeIndex: PlaceDeps["placeIndex"]): MapView | null {
  const [name] = listLargestTowns({ placeIndex }, 1);
  const town = name === undefined ? null : placeIndex.town(name, 0, 0);
  return town && viewOfBox(town.bounds, { ...leastWindow, closest: closestZooms.embedded });
}
