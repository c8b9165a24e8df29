import type { Coordinates } from "#domain/coordinates.ts";
import type { MapView } from "#domain/map-view.ts";

/**
 * How a pin came to where it is: dragged, set by a press on the map, set under the cross-hair, at the
 * visitor's own position, or by coordinates that were typed.
 */
export type PinMove = "drag" | "click" | "keyboard" | "position" | "typed";

export interface PinMapProps {
  /** What the map is for, for those who don't see it. */
  label: string;
  /** Where the pin is; null while nobody has set it. */
  value: Coordinates | null;
  /** Called with coordinates on earth, rounded to 6 decimals. */
  onChange: (coordinates: Coordinates, how: PinMove) => void;
  /** Whether the pin may be moved: otherwise the map only shows where it is. */
  isAdjusting: boolean;
  /** How close the map comes to the pin, as far as the base map can show it. */
  zoom?: number;
  /** What the map opens with where there is no pin yet. */
  start?: MapView;
}
