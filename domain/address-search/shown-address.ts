import type { Coordinates } from "#domain/geography/coordinates.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import type { GeoAddress, GeoPrecision } from "./geo-address.ts";

/** A search's result as the map shows it. */
export interface ShownAddress {
  readonly name: string;
  readonly coordinates: Coordinates;
  readonly zoom: number;
}

/** Zoom for a point: the vaguer it is, the more around it. */
const zooms: Record<GeoPrecision, number> = {
  address: 17,
  street: 16,
  district: placeZoom,
  settlement: placeZoom,
};

/** Zoom for a whole area: an airport and a park are larger than a building. */
const areaZooms: Readonly<Record<string, number>> = { aerodrome: 14, park: 16 };

/** Name and view of a search's result. */
export function shownAddress(address: GeoAddress): ShownAddress {
  const { longitude, latitude, precision, kind = "", address_line1, address_line2 } = address;
  const part = kind ? address_line2 : address_line1 || address_line2;
  return {
    name: [part, address.place].filter(Boolean).join(", "),
    coordinates: [longitude, latitude],
    zoom: areaZooms[kind] ?? zooms[precision],
  };
}
