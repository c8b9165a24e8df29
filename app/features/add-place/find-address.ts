import { askServer } from "#app/network/ask-server.ts";
import { type Coordinates, formatDegrees } from "#domain/coordinates.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";

/**
 * The address of a point; `nothing` where nothing is near, `failed` where nobody knows.
 *
 * @param language of the names, as in `hu`
 */
export async function findAddress(
  [longitude, latitude]: Coordinates,
  language: string,
  signal: AbortSignal,
): Promise<GeoAddress | "nothing" | "failed"> {
  const query = `lng=${formatDegrees(longitude)}&lat=${formatDegrees(latitude)}&lang=${language}`;
  const answer = await askServer<GeoAddress>(`/api/v1/geo/reverse?${query}`, { signal });
  if (answer.ok) return answer.body;
  return answer.status === 404 ? "nothing" : "failed";
}
