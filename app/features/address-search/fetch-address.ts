import { askServer } from "#app/network/ask-server.ts";
import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { Language } from "#domain/language.ts";

/** The address of a suggestion, from our own API; null where it could not be had, or was not waited for. */
export async function fetchAddress(
  id: string,
  { language, session }: { language: Language; session: string },
  signal: AbortSignal,
): Promise<GeoAddress | null> {
  const search = new URLSearchParams({ lang: language, session });
  const address = `/api/v1/geo/retrieve/${encodeURIComponent(id)}?${search}`;
  const answer = await askServer<GeoAddress>(address, { signal });
  return answer.ok ? answer.body : null;
}
