import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import type { ChosenResult } from "./map-page-data.ts";

/** Asks the API for the place that the address names. */
export async function findChosen(
  placeId: number | null,
  signal?: AbortSignal,
): Promise<ChosenResult> {
  if (placeId === null) return { kind: "none" };
  let response: Response;
  try {
    response = await fetch(`/api/v1/places/${placeId}`, { signal });
  } catch {
    if (!signal?.aborted) reportFailedLoad();
    return { kind: "failed" };
  }
  reportContact();
  if (response.status === 404) return { kind: "missing" };
  return response.ok ? { kind: "place", place: await response.json() } : { kind: "failed" };
}
