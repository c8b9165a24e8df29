import type { StaticImageView } from "#domain/geo/parse-static-image-query.ts";
import type { GeoOptions, GeoResult, StaticImage } from "#server/geo/geo-provider.ts";
import { type MapboxClient, mapboxUrl } from "./mapbox-client.ts";
import { mapboxStyles } from "./mapbox-styles.ts";

/** A picture of the map; Mapbox's marks stay on it. */
export function drawStaticImage(
  client: MapboxClient,
  { center, zoom, width, height, theme, isRetina }: StaticImageView,
  { signal }: GeoOptions,
): Promise<GeoResult<StaticImage>> {
  const view = `${center.join(",")},${zoom},0`;
  const size = `${width}x${height}${isRetina ? "@2x" : ""}`;
  const url = mapboxUrl(client, `styles/v1/${mapboxStyles[theme]}/static/${view}/${size}`, {});
  return client.service.ask(
    {
      url,
      read: ({ status, type, bytes }) =>
        status === 200 && type.startsWith("image/")
          ? { ok: true, value: { bytes, type } }
          : { ok: false, code: "unavailable" },
    },
    signal,
  );
}
