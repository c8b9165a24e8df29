import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAnnounce } from "#app/ui/announcer.tsx";
import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { MapView } from "#domain/map-view.ts";
import type { MapHandle } from "./map-canvas.tsx";
import { zoomToShow } from "./zoom-to-show.ts";

/**
 * Takes the map to what a search found, and says so.
 *
 * @param showWithoutMap called where there is no live map, or not yet; one that comes later goes there by
 * `showAwaited`
 */
export function useShowFound(
  map: RefObject<MapHandle | null>,
  showWithoutMap: (view: MapView) => void,
) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const awaited = useRef<MapView>(null);
  const show = ({ longitude, latitude, precision, ...address }: GeoAddress) => {
    const part = address.address_line1 || address.address_line2;
    const name = [part, address.place].filter(Boolean).join(", ");
    announce(t("search.shown", { name }));
    const view = { longitude, latitude, zoom: zoomToShow(precision) };
    if (map.current) {
      map.current.show(view);
      // The keyboard of a phone goes away, and arrows move the map.
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
  return { show, showAwaited };
}
