import type { ReactNode } from "react";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

/** Renders the address search, which is another feature; the route connects the two. */
type RenderAddressSearch = (search: {
  readonly label: string;
  /** With the typed search. */
  readonly onRetrieved: (address: GeoAddress, searchText: string) => void;
}) => ReactNode;

/** Renders the map with the pin, which is another feature too. */
export type RenderPinMap = (map: {
  /** Purpose of the map, for screen readers. */
  readonly label: string;
  readonly value: Coordinates | null;
  readonly onChange: (coordinates: Coordinates) => void;
  readonly isAdjusting: boolean;
  /** Zoom of the map for the pin. */
  readonly zoom?: number;
}) => ReactNode;

export interface MapParts {
  readonly renderAddressSearch: RenderAddressSearch;
  readonly renderPinMap: RenderPinMap;
}
