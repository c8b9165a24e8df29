import type { ReactNode } from "react";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

/** The address search, which is another feature's; the route brings the two together. */
type RenderAddressSearch = (search: {
  readonly label: string;
  /** With what was typed to find it. */
  readonly onRetrieved: (address: GeoAddress, searchText: string) => void;
}) => ReactNode;

/** The map with the pin, another feature's as well. */
export type RenderPinMap = (map: {
  /** What the map is for, for those who don't see it. */
  readonly label: string;
  readonly value: Coordinates | null;
  readonly onChange: (coordinates: Coordinates) => void;
  readonly isAdjusting: boolean;
  /** How close the map comes to the pin. */
  readonly zoom?: number;
}) => ReactNode;

export interface MapParts {
  readonly renderAddressSearch: RenderAddressSearch;
  readonly renderPinMap: RenderPinMap;
}
