import { GeolocateControl } from "maplibre-gl";
import { placeZoom } from "#domain/map/initial-view.ts";

/**
 * MapLibre's control for the visitor's position: high accuracy, tracks (docs/product#own-position).
 *
 * With `keepsView` the first position is shown as a dot without moving the map there, because the address
 * names the view; a press of the button then goes there as usual.
 */
export class OwnPositionControl extends GeolocateControl {
  #keepsView: boolean;
  #wasLetGo = false;
  /** Moves the map instead, while the visitor is guided. */
  guide: (() => void) | null = null;

  constructor({ keepsView }: { keepsView: boolean }) {
    super({
      // The position that the page already asked for is used at once.
      positionOptions: { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
      trackUserLocation: true,
      fitBoundsOptions: { maxZoom: placeZoom },
    });
    this.#keepsView = keepsView;
    const moveThere = this._updateCamera;
    this._updateCamera = (position) => {
      if (!this.#keepsView) return this.guide ? this.guide() : moveThere(position);
      this.#keepsView = false;
      // As if the visitor had moved the map away from the position: shown, not followed.
      this._onMoveStart({});
    };
  }

  /**
   * Starts by itself, unless the visitor has started it. A map that was sent elsewhere before stays there.
   */
  begin(): void {
    if (this._watchState !== "OFF") return;
    this.#keepsView ||= this.#wasLetGo;
    this.trigger();
  }

  /**
   * Stops following because the map is sent elsewhere: neither the first position, if it is still awaited,
   * nor a newer one moves the map back. MapLibre by itself goes on following when a flight zooms.
   */
  stopFollowing(): void {
    this.#wasLetGo = true;
    if (this._watchState === "WAITING_ACTIVE") this.#keepsView = true;
    else this._onMoveStart({});
  }
}
