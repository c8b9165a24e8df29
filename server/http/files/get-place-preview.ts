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
import { ownColours } from "./site-files.ts";

/** Facts that the picture names, in this order, with their words. */
const namedFacts = [
  ["accessible", "filter.accessible"],
  ["free", "filter.free"],
  ["changing_table", "filter.changing_table"],
  ["euro_key", "filter.euro_key"],
] as const satisfies readonly (readonly [FactFilterName, WordKey])[];

/** Our sign, where the operator has none. */
const ownSign = "public/favicon.svg";

/** Pictures by what they say, some 30 KB each; the places around may have changed since. */
const kept = new BoundedCache<string, Uint8Array<ArrayBuffer>>(64);

/**
 * `GET /places/ID/preview.png`: the picture for a link to a place (docs/product#preview-picture), as every visitor
 * sees the place. 404 for a place that waits or is deleted, and where this machine cannot draw it.
 */
export async function getPlacePreview(context: Context<AppEnvironment>, services: Services) {
  const id = parseId(context.req.param("id") ?? "");
  const place = id === null ? null : await services.places.findPlace(id, visitor);
  if (place === null) return problem(context, "error.notfound");
  const said = saidOf(place, context.req.raw, services);
  const key = JSON.stringify(said);
  let picture = kept.find(key) ?? null;
  if (picture === null) {
    const sign = services.siteLogo?.bytes ?? readFileSync(ownSign);
    const view = { ...said.at, zoom: previewZoom };
    const around = { filters: noFilters, includeUnknown: false };
    const places = services.places.placesInView(view, previewMap, around, visitor);
    picture = await services.drawPreview({ ...said, sign, places });
    if (picture === null) return problem(context, "error.notfound");
    kept.keep(key, picture);
  }
  return answerWhole(context, picture, {
    type: "image/png",
    cacheControl: "public, max-age=86400",
  });
}

/** What the picture of a place says. */
function saidOf(
  place: Place,
  request: Request,
  { publicConfig: { site } }: Pick<Services, "publicConfig">,
): Omit<PreviewRequest, "sign" | "places"> {
  const { t, language } = textsOfRequest(request, site.name).i18n;
  const { longitude, latitude } = place;
  return {
    product: t("app.title"),
    brand: site.colour ?? ownColours.brand,
    name: ownNameOf(place) ?? t("places.numbered", { id: place.id }),
    town: place.city,
    facts: namedFacts.filter(([name]) => filterAnswers[name](place)).map(([, word]) => t(word)),
    at: { longitude, latitude },
    language,
  };
}
