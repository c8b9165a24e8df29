import type { Map as MapLibreMap } from "maplibre-gl";
import {
  type CoveredPixels,
  controlsRowHeight,
  coveredTop,
  uncoveredMiddle,
} from "#app/features/map/sheet-layout.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { bottomControlsHeight, foldCredits } from "./flat-map.ts";
import type { Guidance } from "./route.ts";

/** Zoom for a walker: the next corners. */
const walkZoom = 16;
/** Distance from the start up to which the map shows the whole route. */
const setOutMeters = 15;
/**
 * Minimum free margins around the whole route, in CSS pixels: at the top the search, the filters and a notice, at
 * the bottom the credits, at the right the map's controls and half of the chosen marker, which may be at the
 * route's end.
 */
const margins = { top: 148, bottom: 48, left: 40, right: 88 };
/** Minimum height for the whole route, however much is covered. */
const leastFreePixels = 80;

interface WalkerCameraOptions {
  /** Parts of the map that are covered now. */
  covered: () => CoveredPixels;
  /** Called when the map stops or starts following the walker; true without guidance. */
  onFollowingChange: (isFollowing: boolean) => void;
}

/**
 * Moves the map along with a walker: first the whole route, then, from when the walker sets out, the
 * surroundings, turned as the walker goes where the device knows that. For a straight line, which shows no
 * turns, always the whole line, and north up. It stops when the visitor drags the map or moves it with the
 * arrow keys; zooming does not stop it.
 */
export class WalkerCamera {
  readonly #map: MapLibreMap;
  readonly #options: WalkerCameraOptions;
  #guidance: Guidance | null = null;
  #isFollowing = false;
  #isClose = false;
  #isNorthUp = false;
  /** The walker's position when the whole route was last shown. */
  #shownFrom: Coordinates | null = null;

  constructor(map: MapLibreMap, options: WalkerCameraOptions) {
    this.#map = map;
    this.#options = options;
    map.on("dragstart", () => this.stopFollowing());
    map.on("movestart", ({ originalEvent: event }) => {
      if (event instanceof KeyboardEvent && event.key.startsWith("Arrow")) this.stopFollowing();
    });
  }

  /** Follows the walker; null ends it. */
  follow(guidance: Guidance | null): void {
    const previous = this.#guidance;
    this.#guidance = guidance;
    if (guidance === null || previous === null) {
      this.#isClose = false;
      this.#shownFrom = null;
      this.#setFollowing(guidance !== null);
      if (guidance !== null) foldCredits(this.#map);
      else if (this.#map.getBearing() !== 0) this.#map.easeTo({ bearing: 0 });
    }
    if (this.#isFollowing) this.#move();
  }

  /** Keeps north up from now on, or turns the map as the walker goes. */
  setNorthUp(isNorthUp: boolean): void {
    if (this.#isNorthUp === isNorthUp) return;
    this.#isNorthUp = isNorthUp;
    if (this.#guidance !== null) this.#map.easeTo({ bearing: this.#bearing() });
  }

  /** Returns to the walker, close enough to see the next corner. */
  recentre(): void {
    if (this.#guidance === null) return;
    this.#isClose = false;
    if (this.#guidance.route?.kind === "straight") this.#shownFrom = null;
    else this.#shownFrom ??= this.#guidance.position;
    this.#setFollowing(true);
    this.#move({ isWanted: true });
  }

  /** Stops following the walker until `recentre`, because the map is moved elsewhere. */
  stopFollowing(): void {
    if (this.#guidance !== null) this.#setFollowing(false);
  }

  #setFollowing(isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
    this.#options.onFollowingChange(this.#guidance === null || isFollowing);
  }

  #move({ isWanted = false } = {}): void {
    if (!this.#guidance) return;
    const { route, position } = this.#guidance;
    const from = this.#shownFrom;
    const hasMoved = from === null || distanceMeters(from, position) >= setOutMeters;
    if (route && (from === null || (route.kind === "straight" && hasMoved))) {
      this.#shownFrom = position;
      this.#showWhole(route.geometry.coordinates);
      return;
    }
    if (route?.kind === "straight") return;
    if (isWanted || this.#isClose || (route && hasMoved)) this.#goTo(position);
  }

  #goTo(position: Coordinates): void {
    const zoom = this.#isClose ? this.#map.getZoom() : Math.max(walkZoom, this.#map.getZoom());
    this.#isClose = true;
    const bearing = this.#bearing();
    this.#map.easeTo({ center: [...position], zoom, bearing, offset: this.#middleOffset() });
  }

  /** Direction that is up on a map that follows the walker. */
  #bearing(): number {
    return this.#isNorthUp ? 0 : (this.#guidance?.heading ?? 0);
  }

  #showWhole(line: readonly Coordinates[]): void {
    const [longitudes, latitudes] = [0, 1].map((axis) => line.map((point) => point[axis]));
    const { bottom } = this.#options.covered();
    const lowest = Math.max(margins.bottom, bottomControlsHeight(this.#map)) + bottom;
    const highest = this.#map.getContainer().clientHeight - lowest - leastFreePixels;
    const top = Math.max(0, Math.min(Math.max(margins.top, coveredTop()), highest));
    const padding = { ...margins, top, bottom: lowest };
    this.#map.fitBounds(
      [
        [Math.min(...longitudes), Math.min(...latitudes)],
        [Math.max(...longitudes), Math.max(...latitudes)],
      ],
      { padding, maxZoom: walkZoom, linear: true },
    );
  }

  /** Offset of the middle of the uncovered part from the window's middle. */
  #middleOffset(): [number, number] {
    const { top, bottom } = this.#options.covered();
    return [0, uncoveredMiddle({ top, bottom: bottom + controlsRowHeight() })];
  }
}
