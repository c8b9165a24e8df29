import { askServer } from "#app/network/ask-server.ts";
import type { Place } from "#domain/place.ts";
import type { ChosenResult } from "./map-page-data.ts";

/** Asks the API for the place that the address names. */
export async function findChosen(
  placeId: number | null,
  signal?: AbortSignal,
): Promise<ChosenResult> {
  if (placeId === null) return { kind: "none" };
  const answer = await askServer<Place>(`/api/v1/places/${placeId}`, { signal });
  if (answer.ok) return { kind: "place", place: answer.body };
  return { kind: answer.status === 404 ? "missing" : "failed" };
}
