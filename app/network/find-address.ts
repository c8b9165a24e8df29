import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { type Coordinates, formatDegrees } from "#domain/geography/coordinates.ts";
import { fetchApi } from "./fetch-api.ts";

/** The address of a point; `nothing` where there is none near, `failed` without a response. @param language such as `hu` */
export async function findAddress(
  [longitude, latitude]: Coordinates,
  language: string,
  signal: AbortSignal,
): Promise<GeoAddress | "nothing" | "failed"> {
  const query = `lng=${formatDegrees(longitude)}&lat=${formatDegrees(latitude)}&lang=${language}`;
  const result = await fetchApi<GeoAddress>(`/api/v1/geo/reverse?${query}`, { signal });
  if (result.ok) return result.body;
  return result.code === "error.notfound" ? "nothing" : "failed";
}
