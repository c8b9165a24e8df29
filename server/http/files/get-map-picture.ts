import type { Context } from "hono";
import * as v from "valibot";
import { startView } from "#domain/map/initial-view.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import { mapPictureSizes, parseMapView } from "#domain/map/map-view.ts";
import { checkFilters, filterEntries, filtersOf } from "#domain/place/place-list-query.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import { flag, parameter, parseQuery } from "#domain/validation/parse-query.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse } from "#server/http/caching.ts";
import { validationProblem, wrongTime } from "#server/http/problem.ts";
import { drawMapPicture, shownBoxes } from "#server/map-picture/draw-map-picture.ts";
import type { Services } from "#server/services.ts";

/** Parameters of the picture: the view, and the filters of the map page. */
const pictureQuerySchema = v.pipe(
  v.object({
    view: v.optional(parameter(parseMapView)),
    size: v.optional(v.picklist(["phone", "desk", "page"]), "phone"),
    theme: v.optional(v.picklist(mapThemes), "light"),
    lang: v.optional(parameter(toLanguage), fallbackLanguage),
    bare: flag("without places"),
    ...filterEntries,
  }),
  checkFilters(),
  v.transform(({ view, size, theme, lang, bare, ...fields }) => ({
    view,
    isBare: bare === true,
    size: mapPictureSizes[size],
    theme,
    language: lang,
    query: filtersOf(fields),
  })),
);

/**
 * `GET /map-picture.svg`: a view of the map with its places as a picture, for the time before the
 * map's script has arrived and for browsers without one. The view's centre is the picture's middle,
 * so shown unscaled it coincides with the live map.
 */
export async function getMapPicture(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseQuery(pictureQuerySchema, new URL(context.req.url).searchParams);
  if (!parsed.ok) return validationProblem(context, parsed.errors);
  const { viewer } = context.var;
  const { size, theme, language, isBare, query } = parsed.query;
  if (!services.isAskable(query.at)) return validationProblem(context, [wrongTime]);
  const { colour, startView: ownView } = services.publicConfig.site;
  const view = parsed.query.view ?? ownView ?? startView;
  const places = isBare ? [] : await services.places.placesInView(view, size, query, viewer);
  const border = services.siteBorder?.rings;
  const shown = shownBoxes(view, size);
  const [base, streets] = await Promise.all([
    services.worldTiles.find(shown, view.zoom),
    services.streetTiles.find(shown, view.zoom),
  ]);
  const world = base?.tiles ?? [];
  const style = { theme, language, colour };
  const svg = drawMapPicture({ view, ...size, ...style, places, border, world, streets });
  return contentResponse(context, svg, { type: "image/svg+xml; charset=utf-8" });
}
