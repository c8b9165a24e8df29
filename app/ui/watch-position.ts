import type { Coordinates } from "#domain/coordinates.ts";
import { type PositionFault, positionFaultOf } from "./find-position.ts";

interface PositionWatcher {
  /** @param accuracyMeters by how much the position may be wrong */
  onMoved: (position: Coordinates, accuracyMeters: number) => void;
  /** Nobody knows where the visitor is for now; `onMoved` may follow. */
  onFault: (fault: PositionFault) => void;
}

/** Somebody who walks is elsewhere after this. */
const maximumAgeMs = 1_000;
const timeoutMs = 15_000;

/**
 * Follows the visitor's position, as exactly as the device can.
 *
 * @param geolocation `navigator.geolocation`, which browsers leave out where it can't be had
 * @returns ends it
 */
export function watchPosition(
  geolocation: Geolocation | undefined,
  { onMoved, onFault }: PositionWatcher,
): () => void {
  if (geolocation === undefined) {
    onFault("unavailable");
    return () => {};
  }
  const watch = geolocation.watchPosition(
    ({ coords }) => onMoved([coords.longitude, coords.latitude], coords.accuracy),
    (error) => onFault(positionFaultOf(error)),
    { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
  );
  return () => geolocation.clearWatch(watch);
}
