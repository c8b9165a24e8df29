import type { Coordinates } from "#domain/geography/coordinates.ts";

/** Why the position is unknown: the visitor refused, the browser has none, or only a {@link isRough rough} one. */
export type PositionError = "refused" | "unavailable" | "rough";

export type FoundPosition =
  | { readonly ok: true; readonly position: Coordinates }
  | { readonly ok: false; readonly error: Exclude<PositionError, "rough"> }
  | ({ readonly ok: false; readonly error: "rough" } & RoughPosition);

/** The middle of a circle in which the visitor is. */
export interface RoughPosition {
  readonly position: Coordinates;
  /** Radius of the circle. */
  readonly accuracyMeters: number;
}

/** Time limit of finding the position, once the visitor has allowed it. */
const timeoutMs = 15_000;
/** Maximum age of a position, good enough to find near places. */
const maximumAgeMs = 60_000;

/** Time after which a visitor who has pressed a button gets a result, also while the browser still prompts. */
export const positionPatienceMs = 8_000;

/** Maximum error of a position that distances can be counted from, in metres. */
const maxErrorMeters = 1_000;

/** `GeolocationPositionError.PERMISSION_DENIED` */
const permissionDenied = 1;

/** Whether a position is a guess, as by the address of a network: it may be kilometres away. */
export function isRough(accuracyMeters: number): boolean {
  return accuracyMeters > maxErrorMeters;
}

/**
 * Requests the visitor's position once.
 * @param geolocation `navigator.geolocation`, which some browsers do not have, or have as null
 * @param patienceMs time limit that includes the browser's prompt, which its own limit does not
 */
export function findPosition(
  geolocation: Geolocation | null | undefined,
  patienceMs: number | null = positionPatienceMs,
): Promise<FoundPosition> {
  return new Promise((resolve) => {
    if (!geolocation) return resolve({ ok: false, error: "unavailable" });
    if (patienceMs !== null) {
      setTimeout(() => resolve({ ok: false, error: "unavailable" }), patienceMs);
    }
    geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => {
        const position: Coordinates = [longitude, latitude];
        resolve(
          isRough(accuracy)
            ? { ok: false, error: "rough", position, accuracyMeters: accuracy }
            : { ok: true, position },
        );
      },
      (error) => resolve({ ok: false, error: positionErrorOf(error) }),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
    );
  });
}

/** Whether the browser gives the visitor's position without a prompt. */
export async function isPositionGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}

/** Our error for a browser's one. */
export function positionErrorOf({ code }: GeolocationPositionError): "refused" | "unavailable" {
  return code === permissionDenied ? "refused" : "unavailable";
}
