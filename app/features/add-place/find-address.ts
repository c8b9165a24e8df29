import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import { type Coordinates, formatDegrees } from "#domain/coordinates.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";

/**
 * The address of a point; null where nothing is near.
 *
 * @param language of the names, as in `hu`
 * @throws {Error} when the question could not be answered
 */
export async function findAddress(
  [longitude, latitude]: Coordinates,
  language: string,
  signal: AbortSignal,
): Promise<GeoAddress | null> {
  const query = `lng=${formatDegrees(longitude)}&lat=${formatDegrees(latitude)}&lang=${language}`;
  const response = await fetch(`/api/v1/geo/reverse?${query}`, { signal }).catch((error) => {
    if (!signal.aborted) reportFailedLoad();
    throw error;
  });
  reportContact();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the lookup answered ${response.status}`);
  return response.json();
}
