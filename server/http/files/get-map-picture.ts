import type { Context } from "hono";
import { parseMapView, startView } from "#domain/map/map-view.ts";
import { parsePlaceListQuery } from "#domain/place/place-list-query.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { keepUntilTheMinuteTurns } from "#server/http/caching.ts";
import { filterParameters } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import { drawMapPicture } from "#server/map-picture/draw-map-picture.ts";
import type { Services } from "#server/services.ts";

/** CSS pixels of the two pictures: wide enough for a phone held upright, and for a desk's screen. */
const sizes = { phone: { width: 820, height: 1200 }, desk: { width: 2560, height: 1600 } };

const themes = ["light", "dark"] as const;

const pictureParameters = ["view", "size", "theme", "lang"];

/**
 * `GET /map-picture.svg`: a view of the map with its places as a picture, for the time before the
 * map's script has arrived and for browsers without one. The view's centre is the picture's middle,
 * so shown unscaled it coincides with the live map.
 */
export async function getMapPicture(context: Context<AppEnvironment>, services: Services) {
  const request = parsePictureRequest(new URL(context.req.url).searchParams);
  if (!request.ok) {
    const faults = request.fields.map((field) => ({ field, code: "error.parameter" as const }));
    return problem(context, "error.parameter", faults);
  }
  const { viewer } = context.var;
  const { view, size, theme, language, query } = request;
  const places = services.placesInView(view, size, query, viewer);
  const svg = drawMapPicture({ view, ...size, theme, language, places });
  keepUntilTheMinuteTurns(context, services.now());
  context.header("Content-Security-Policy", "default-src 'none'");
  return context.body(svg, 200, { "Content-Type": "image/svg+xml; charset=utf-8" });
}

function parsePictureRequest(parameters: URLSearchParams) {
  const known = new Set([...pictureParameters, ...filterParameters]);
  const faults = [...parameters.keys()].filter(
    (name, at, names) => !known.has(name) || names.indexOf(name) !== at,
  );
  const read = <Value>(name: string, parse: (text: string) => Value | null, standard: Value) => {
    const text = parameters.get(name);
    const value = text === null ? standard : parse(text);
    if (value === null) faults.push(name);
    return value ?? standard;
  };
  const view = read("view", parseMapView, startView);
  const size = read(
    "size",
    (text) => Object.entries(sizes).find(([name]) => name === text)?.[1] ?? null,
    sizes.phone,
  );
  const theme = read("theme", (text) => themes.find((name) => name === text) ?? null, "light");
  const language = read("lang", toLanguage, fallbackLanguage);
  const parsed = parsePlaceListQuery(parameters, { ignoreUnknownParameters: true });
  if (!parsed.ok) faults.push(...parsed.faults.map(({ field }) => field));
  return faults.length > 0 || !parsed.ok
    ? { ok: false as const, fields: [...new Set(faults)] }
    : { ok: true as const, view, size, theme, language, query: parsed.query };
}
