import type { Coordinates } from "#domain/geography/coordinates.ts";

/** Why the browser did not say where the visitor is: it was forbidden to, or it does not know. */
export type PositionFault = "refused" | "unavailable";

export type FoundPosition =
  | { readonly ok: true; readonly position: Coordinates }
  | { readonly ok: false; readonly fault: PositionFault };

/** Longer than this nobody waits. */
const timeoutMs = 15_000;
/** A position this old is still where the visitor is, for finding what is near. */
const maximumAgeMs = 60_000;

/** `GeolocationPositionError.PERMISSION_DENIED` */
const permissionDenied = 1;

/**
 * Asks the browser once for the visitor's position.
 *
 * @param geolocation `navigator.geolocation`, which browsers leave out where it can't be had
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

/** What the browser's error says. */
export function positionFaultOf({ code }: GeolocationPositionError): PositionFault {
  return code === permissionDenied ? "refused" : "unavailable";
}
