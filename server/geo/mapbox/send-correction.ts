import type { Correction } from "#domain/correction.ts";
import type { GeoOptions, GeoResult } from "#server/geo/geo-provider.ts";
import { serviceUrl } from "#server/geo/outside/service-url.ts";
import type { MapboxClient } from "./mapbox-client.ts";

/** Hands a correction to Mapbox's contribution service (docs/product#correction). */
export function sendCorrection(
  { service, contributeUrl, accessToken }: MapboxClient,
  correction: Correction,
  senderEmail: string | null,
  { signal }: GeoOptions,
): Promise<GeoResult<null>> {
  const { action, reason, location, changes, placeName } = correction;
  return service.ask(
    {
      url: serviceUrl(contributeUrl, "v1/edit-suggestion/address", { access_token: accessToken }),
      body: { action, reason, location, userEmail: senderEmail, changes, placeName },
      read: ({ status }) =>
        status >= 200 && status < 300
          ? { ok: true, value: null }
          : { ok: false, code: "unavailable" },
    },
    signal,
  );
}
