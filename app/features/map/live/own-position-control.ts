import { GeolocateControl } from "maplibre-gl";
import { isRough } from "#app/ui/find-position.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";

/** Distance from the middle of a map that has begun at the visitor, within which its zoom stays. */
const atVisitorMeters = 100;

/**
 * MapLibre's control for the visitor's position: high accuracy, tracks (docs/product#own-position).
 *
 * With `keepsView` the first position is shown as a dot without moving the map there, because the URL names
 * the view; a press of the button then goes there as usual, to the zoom of `zoomAt`.
 */
export class OwnPositionControl extends GeolocateControl {
  #keepsView: boolean;
  #wasLetGo = false;
  /** Whether the map follows the position: then its zoom stays. */
  #isThere = false;
  /** Whether the visitor has said where they are. */
  #isPointed = false;
  /** Moves the map instead, while the visitor is guided. */
  guide: (() => void) | null = null;

  constructor({
    keepsView,
    zoomAt,
  }: {
    keepsView: boolean;
    zoomAt: (position: Coordinates) => number;
  }) {
    super({
      // The position that the page already requested is used at once.
      positionOptions: { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
      trackUserLocation: true,
    });
    this.#keepsView = keepsView;
    this.on("trackuserlocationend", () => {
      this.#isThere = false;
    });
    const moveThere = this._updateCamera;
    this._updateCamera = (position) => {
      if (this.#keepsView) {
        this.#keepsView = false;
        // As if the visitor had moved the map away from the position: shown, not followed.
        return this._onMoveStart({});
      }
      if (this.guide) return this.guide();
      if (this.#isPointed && isRough(position.coords.accuracy)) return;
      const { longitude, latitude } = position.coords;
      const at: Coordinates = [longitude, latitude];
      const maxZoom = this.#isThere ? this._map.getZoom() : zoomAt(at);
      this.#isThere = true;
      this.options.fitBoundsOptions = { maxZoom };
      moveThere(position);
    };
    const mark = this._updateMarker;
    this._updateMarker = (position) => {
      const isGuess = position ? isRough(position.coords.accuracy) : false;
      if (isGuess && this.#isPointed) return;
      // A guess is an outline, without a dot (map-canvas.css).
      this._map.getContainer().toggleAttribute("data-rough", isGuess);
      mark(position);
    };
  }

  /** Shows where the visitor has said to be, until the browser knows it better than roughly. */
  point([longitude, latitude]: Coordinates): void {
    this.#isPointed = true;
    const coords = { longitude, latitude, accuracy: 1 } as GeolocationCoordinates;
    this._updateMarker({ coords } as GeolocationPosition);
  }

  /**
   * Starts by itself, unless the visitor has started it. A map that was sent elsewhere before stays there, and
   * one that has begun at the visitor keeps its zoom.
   *
   * @param isThere whether the map shows where the visitor roughly is: then it stays as well
   */
  begin(visitor: Coordinates | null, isThere: boolean): void {
    if (this._watchState !== "OFF") return;
    const { lng, lat } = this._map.getCenter();
    this.#isThere = visitor !== null && distanceMeters([lng, lat], visitor) < atVisitorMeters;
    this.#keepsView ||= this.#wasLetGo || isThere;
    this.trigger();
  }

  /**
   * Stops following because the map is sent elsewhere: neither the first position, if it is still awaited,
   * nor a newer one moves the map back. MapLibre by itself keeps following when a flight zooms.
   */
  stopFollowing(): void {
    this.#wasLetGo = true;
    if (this._watchState === "WAITING_ACTIVE") this.#keepsView = true;
    else this._onMoveStart({});
  }
}
