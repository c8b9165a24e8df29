import { readFileSync } from "node:fs";
import type { Context } from "hono";
import { previewMap, previewZoom } from "#domain/map/preview-picture.ts";
import type { Place } from "#domain/place/place.ts";
import { type FactFilterName, filterAnswers, noFilters } from "#domain/place/place-filters.ts";
import { ownNameOf, parseId } from "#domain/place/place-id-and-name.ts";
import { BoundedCache } from "#domain/place-index/bounded-cache.ts";
import type { WordKey } from "#domain/text/i18n.ts";
import { visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { answerWhole } from "#server/http/caching.ts";
import { problem } from "#server/http/problem.ts";
import { textsOfRequest } from "#server/i18n.ts";
import type { PreviewRequest } from "#server/map-picture/draw-preview.ts";
import type { Services } from "#server/services.ts";

/** Facts that the picture names, in this order, with their words. */
const namedFacts = [
  ["accessible", "filter.accessible"],
  ["free", "filter.free"],
  ["changing_table", "filter.changing_table"],
  ["euro_key", "filter.euro_key"],
] as const satisfies readonly (readonly [FactFilterName, WordKey])[];

/** Our own sign and colour, where the operator has none. */
const own = { sign: "public/favicon.svg", brand: "#00646e" };

/** Pictures by what they show, some 30 KB each. */
const kept = new BoundedCache<string, Uint8Array<ArrayBuffer>>(64);

/**
 * `GET /places/ID/preview.png`: the picture for a link to a place (docs/product#preview-picture), as every visitor
 * sees the place. 404 for a place that waits or is deleted, and where this machine cannot draw it.
 */
export async function getPlacePreview(context: Context<AppEnvironment>, services: Services) {
  const id = parseId(context.req.param("id") ?? "");
  const place = id === null ? null : await services.places.findPlace(id, visitor);
  if (place === null) return problem(context, "error.notfound");
  const preview = previewOf(place, context.req.raw, services);
  const { places, ...said } = preview;
  const key = JSON.stringify({ ...said, sign: null });
  const known = kept.find(key);
  const picture = known ?? (await services.drawPreview(preview));
  if (picture === null) return problem(context, "error.notfound");
  if (known === undefined) kept.keep(key, picture);
  return answerWhole(context, picture, {
    type: "image/png",
    cacheControl: "public, max-age=86400",
  });
}

function previewOf(place: Place, request: Request, services: Services): PreviewRequest {
  const { site } = services.publicConfig;
  const { t, language } = textsOfRequest(request, site.name).i18n;
  const { longitude, latitude } = place;
  const view = { longitude, latitude, zoom: previewZoom };
  const around = { filters: noFilters, includeUnknown: false };
  return {
    product: t("app.title"),
    brand: site.colour ?? own.brand,
    sign: services.siteLogo?.bytes ?? readFileSync(own.sign),
    name: ownNameOf(place) ?? t("places.numbered", { id: place.id }),
    town: place.city,
    facts: namedFacts.filter(([name]) => filterAnswers[name](place)).map(([, word]) => t(word)),
    longitude,
    latitude,
    language,
    places: services.places.placesInView(view, previewMap, around, visitor),
  };
}
