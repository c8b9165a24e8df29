import type { Coordinates } from "#domain/coordinates.ts";

/** Where the visitor is, or why nobody knows. */
export type PositionResult =
  | { kind: "known"; position: Coordinates }
  /** The visitor or the browser doesn't allow it. */
  | { kind: "refused" }
  /** The device couldn't tell, or has no way to. */
  | { kind: "unavailable" };

const timeoutMs = 15_000;

/** Asks the device once, which may ask the visitor. */
export function findPosition(): Promise<PositionResult> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve({ kind: "unavailable" });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: "known", position: [coords.longitude, coords.latitude] }),
      ({ code }) =>
        resolve({
          kind: code === GeolocationPositionError.PERMISSION_DENIED ? "refused" : "unavailable",
        }),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    );
  });
}
