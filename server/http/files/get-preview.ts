import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { startView } from "#domain/map/initial-view.ts";
import { placePictureZooms, previewMap } from "#domain/map/preview-picture.ts";
import type { Place } from "#domain/place/place.ts";
import { type FactFilterName, filterTests, noFilters } from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import { titleText } from "#domain/place/place-title.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import { visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse } from "#server/http/caching.ts";
import { problem } from "#server/http/problem.ts";
import { textsOfRequest } from "#server/i18n.ts";
import type { PreviewRequest } from "#server/map-picture/draw-map-picture.ts";
import { shownBoxes } from "#server/map-picture/draw-map-picture.ts";
import type { Services } from "#server/services.ts";
import { brandedIcon } from "./branded-files.ts";

/** Facts that the picture shows, in this order, with their message keys. */
const namedFacts = [
  ["accessible", "filter.accessible"],
  ["free", "filter.free"],
  ["changing_table", "filter.changing_table"],
  ["euro_key", "filter.euro_key"],
] as const satisfies readonly (readonly [FactFilterName, MessageKey])[];

/** Pictures by their content, some 30 KB each. */
const previewCache = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: 64 });

/**
 * `GET /places/ID/preview.png`: the picture for a link to a place (docs/product#preview-picture), as every visitor sees
 * the place. 404 for a pending or deleted place, and where this machine cannot draw it.
 */
export async function getPlacePreview(context: Context<AppEnvironment>, services: Services) {
  const id = parseId(context.req.param("id") ?? "");
  const place = id === null ? null : await services.places.findPlace(id, visitor);
  if (place === null) return problem(context, "error.notfound");
  const { longitude, latitude } = place;
  const hasStreets = await services.streetTiles.covers(place);
  const zoom = placePictureZooms[hasStreets ? "streets" : "town"];
  const content = contentOfPlace(place, context.req.raw, services);
  return previewResponse(context, services, { ...content, view: { longitude, latitude, zoom } });
}

/**
 * `GET /preview.png`: the picture for a link to any other page: the product's name, and the initial view of the map.
 * 404 where this machine cannot draw it.
 */
export function getSitePreview(context: Context<AppEnvironment>, services: Services) {
  const { site } = services.publicConfig;
  const { t, language } = textsOfRequest(context.req.raw, site).i18n;
  const opened = site.startView ?? startView;
  const view = { ...opened, zoom: Math.max(0, opened.zoom - widerZooms) };
  return previewResponse(context, services, {
    ...{ product: t("app.title"), colour: site.colour, language, view },
    ...{ name: t("app.description"), town: "", facts: [], hasPin: false },
  });
}

/** Number of zoom levels by which the picture's map is wider than a page's, which is several times as large. */
const widerZooms = 1.5;

type PreviewContent = Omit<PreviewRequest, "sign" | "places" | "world" | "streets">;

async function previewResponse(
  context: Context<AppEnvironment>,
  services: Services,
  content: PreviewContent,
) {
  // The places around change; the picture is drawn anew each day.
  const day = Math.floor(services.now().getTime() / dayMs);
  const key = JSON.stringify({ ...content, day, streets: services.streetTiles.version() });
  let picture = previewCache.get(key) ?? null;
  if (picture === null) {
    const { siteLogo, publicConfig, places } = services;
    const sign = siteLogo?.bytes ?? Buffer.from(brandedIcon(publicConfig.site));
    const shown = shownBoxes(content.view, previewMap);
    const [base, streets] = await Promise.all([
      services.worldTiles.find(shown, content.view.zoom),
      services.streetTiles.find(shown, content.view.zoom),
    ]);
    const world = base?.tiles ?? [];
    const around = { filters: noFilters, includeUnknown: false };
    const inView = await places.placesInView(content.view, previewMap, around, visitor);
    // Without the colour of opening hours: a preview is drawn once a day.
    const markers = inView.map((marker) => ({ ...marker, dot: undefined, openCount: undefined }));
    picture = await services.drawPreview({ ...content, sign, places: markers, world, streets });
    if (picture === null) return problem(context, "error.notfound");
    previewCache.set(key, picture);
  }
  return contentResponse(context, picture, {
    type: "image/png",
    cacheControl: "public, max-age=86400",
    // Its texts are in the request's language.
    vary: "Accept-Language",
  });
}

const dayMs = 86_400_000;

/** Texts of a place's picture. */
function contentOfPlace(
  place: Place,
  request: Request,
  { publicConfig: { site } }: Pick<Services, "publicConfig">,
): Omit<PreviewContent, "view"> {
  const { t, language } = textsOfRequest(request, site).i18n;
  return {
    product: t("app.title"),
    colour: site.colour,
    name: titleText(place, t),
    town: place.city,
    facts: namedFacts
      .filter(([name]) => filterTests[name](place))
      .map(([, messageKey]) => t(messageKey)),
    hasPin: true,
    language,
  };
}
