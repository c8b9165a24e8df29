import { type RefObject, useEffect, useRef } from "react";
import type { MapHandle } from "#app/features/map/live/map-canvas.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import type { GeoAddress, GeoPrecision } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";

/** Time after which a search's result is announced alone, because no list of its places has come. */
const aloneMs = 4_000;

/**
 * Moves the map to a search's result, and announces it, with the number of places there once that is known
 * (docs/product#announcements).
 *
 * @param found the result's name until it is announced
 * @param onView called with the result's view before the map moves there
 * @param showWithoutMap called while there is no live map; a map that loads later goes there by `showAwaited`
 * @returns the last result as `last`
 */
export function useShowFound(
  map: RefObject<MapHandle | null>,
  found: RefObject<string | null>,
  {
    onView,
    showWithoutMap,
  }: { onView: (view: MapView) => void; showWithoutMap: (view: MapView) => void },
) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const awaited = useRef<MapView>(null);
  const alone = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<{ readonly name: string; readonly coordinates: Coordinates }>(null);
  useEffect(() => () => clearTimeout(alone.current), []);
  const show = ({ longitude, latitude, precision, kind, ...address }: GeoAddress) => {
    const { address_line1, address_line2 } = address;
    const part = kind ? address_line2 : address_line1 || address_line2;
    const name = [part, address.place].filter(Boolean).join(", ");
    found.current = name;
    last.current = { name, coordinates: [longitude, latitude] };
    clearTimeout(alone.current);
    alone.current = setTimeout(() => {
      if (found.current === null) return;
      found.current = null;
      announce(t("search.shown", { name }));
    }, aloneMs);
    const view = { longitude, latitude, zoom: zoomToShow(precision, kind) };
    onView(view);
    if (map.current) {
      map.current.show(view);
      // The keyboard of a phone closes, and arrow keys move the map.
      map.current.focus();
    } else {
      awaited.current = view;
      showWithoutMap(view);
    }
  };
  const showAwaited = () => {
    if (awaited.current) map.current?.show(awaited.current);
    awaited.current = null;
  };
  return { show, showAwaited, last };
}

/** Zoom for a search's result: the vaguer the point, the more around it. */
const zooms: Record<GeoPrecision, number> = {
  address: 17,
  street: 16,
  district: placeZoom,
  settlement: placeZoom,
};

/** The zoom that shows a result's whole area: an airport and a park are larger than a building. */
function zoomToShow(precision: GeoPrecision, kind?: string): number {
  if (kind === "aerodrome") return 14;
  return kind === "park" ? 16 : zooms[precision];
}
