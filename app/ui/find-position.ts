import type { Coordinates } from "#domain/geography/coordinates.ts";

/** Reason why the position is unknown: the visitor refused, or the browser cannot find it. */
export type PositionFault = "refused" | "unavailable";

export type FoundPosition =
  | { readonly ok: true; readonly position: Coordinates }
  | { readonly ok: false; readonly fault: PositionFault };

/** Time limit of finding the position. */
const timeoutMs = 15_000;
/** Maximum age of a position, good enough to find near places. */
const maximumAgeMs = 60_000;

/** `GeolocationPositionError.PERMISSION_DENIED` */
const permissionDenied = 1;

/**
 * Asks the browser once for the visitor's position.
 *
 * @param geolocation `navigator.geolocation`, which some browsers do not have
 */
export function findPosition(geolocation: Geolocation | undefined): Promise<FoundPosition> {
  return new Promise((resolve) => {
    if (geolocation === undefined) return resolve({ ok: false, fault: "unavailable" });
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ ok: true, position: [coords.longitude, coords.latitude] }),
      (error) => resolve({ ok: false, fault: positionFaultOf(error) }),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
    );
  });
}

/** The fault that a browser's error means. */
export function positionFaultOf({ code }: GeolocationPositionError): PositionFault {
  return code === permissionDenied ? "refused" : "unavailable";
}
