import { type Context, Hono } from "hono";
import type { GeoSearchScope } from "#domain/address-search/geo-queries.ts";
import {
  directionsQuerySchema,
  geoPositionQuerySchema,
  geoScopeQuerySchema,
  geoTextQuerySchema,
} from "#domain/address-search/geo-queries.ts";
import { staticImageQuerySchema } from "#domain/address-search/static-image-query.ts";
import { limitedAddress } from "#server/accounts/rate-limit.ts";
import type { Geo, GeoAnswer, GeoSearchOptions } from "#server/geo/geo.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { limitAddressSearches } from "#server/http/middleware/limit-calls.ts";
import { openCall } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import { requestLanguage } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

/** Calls below `/api/v1/geo`: address search, reverse lookup, directions. */
export function geoRoutes(services: Services) {
  const geo = new Hono<AppEnvironment>();
  geo.use("*", limitAddressSearches(services));
  geo.get("/suggest", (context) => getGeoSuggest(context, services));
  geo.get("/retrieve/:id", (context) => getGeoRetrieve(context, services));
  geo.get("/reverse", (context) => getGeoReverse(context, services));
  geo.get("/search", (context) => getGeoSearch(context, services));
  geo.get("/category/:category", (context) => getGeoCategory(context, services));
  geo.get("/directions", (context) => getGeoDirections(context, services));
  geo.get("/static", (context) => getGeoStatic(context, services));
  return geo;
}

/** `GET /api/v1/geo/search`: the addresses that a text means, the likeliest first. */
function getGeoSearch(context: Context<AppEnvironment>, services: Services) {
  return answerGeoText(context, (text, options) => services.geo.search(text, options));
}

/** `GET /api/v1/geo/suggest`: suggestions for an unfinished text; none below three characters. */
function getGeoSuggest(context: Context<AppEnvironment>, services: Services) {
  return answerGeoText(context, (text, options) => services.geo.suggest(text, options));
}

/**
 * `GET /api/v1/geo/category/{category}`: places of a category; 404 where the level does not have
 * it.
 */
async function getGeoCategory(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: geoScopeQuerySchema });
  if (!call.ok) return call.answer;
  const category = context.req.param("category") ?? "";
  if (!/^[a-z][a-z0-9_-]{0,63}$/.test(category)) return problem(context, "error.notfound");
  const options = searchOptionsOf(context, call.query);
  const answer = await services.geo.category(category, options);
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}

/** `GET /api/v1/geo/retrieve/{id}`: the address of a suggestion; 404 for an unknown one. */
async function getGeoRetrieve(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: geoScopeQuerySchema });
  if (!call.ok) return call.answer;
  const answer = await services.geo.retrieve(context.req.param("id") ?? "", {
    language: call.query.language ?? requestLanguage(context.req.raw),
    sessionToken: call.query.session,
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}

/** `GET /api/v1/geo/reverse`: the address at a point, as exact as it is known; 404 where nothing is near. */
async function getGeoReverse(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: geoPositionQuerySchema });
  if (!call.ok) return call.answer;
  const answer = await services.geo.reverse(call.query.position, {
    language: call.query.language ?? requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}

/**
 * `GET /api/v1/geo/directions`: the way on foot, or the straight line where the streets are not
 * known; 404 where no way exists. For signed-in visitors (docs/product#directions).
 */
async function getGeoDirections(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { capability: "getDirections", query: directionsQuerySchema });
  if (!call.ok) return call.answer;
  const { from, to, language } = call.query;
  const answer = await services.geo.directions(from, to, {
    language: language ?? requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, { keepSeconds: 0, respond: (value) => context.json(value) });
}

/**
 * `GET /api/v1/geo/static`: a picture of the map around a point; 404 where the level has no
 * pictures.
 */
async function getGeoStatic(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: staticImageQuerySchema });
  if (!call.ok) return call.answer;
  const answer = await services.geo.staticImage(call.query, {
    language: requestLanguage(context.req.raw),
    signal: context.req.raw.signal,
  });
  return answerGeo(context, answer, {
    keepSeconds: 86_400,
    respond: ({ bytes, type }) => context.body(bytes, 200, { "Content-Type": type }),
  });
}

/** Answers a question by text as `ask` does; the parameters are those of every such question. */
async function answerGeoText(
  context: Context<AppEnvironment>,
  ask: Geo["search"] | Geo["suggest"],
) {
  const call = openCall(context, { query: geoTextQuerySchema });
  if (!call.ok) return call.answer;
  const { text, ...scope } = call.query;
  const answer = await ask(text, searchOptionsOf(context, scope));
  return answerGeo<unknown>(context, answer, {
    keepSeconds: 300,
    respond: (value) => context.json(value),
  });
}

/** Options of a request's search, as the levels of the map take them. */
function searchOptionsOf(
  context: Context<AppEnvironment>,
  { language, session, ...scope }: GeoSearchScope,
): GeoSearchOptions {
  const { raw } = context.req;
  const spoken = language ?? requestLanguage(raw);
  return {
    ...scope,
    language: spoken,
    sessionToken: session,
    client: limitedAddress(context.var.caller.clientAddress),
    signal: raw.signal,
  };
}

/**
 * Answers with the result of a level, or with 404 or 503. The headers say which level it was
 * (`X-Geo-Level`) and whether a better one did not answer (`X-Geo-Fallback: 1`).
 *
 * @param respond makes the answer of the value
 * @param keepSeconds time that the browser may keep the answer; a fallback's answer is not kept
 */
export function answerGeo<Value>(
  context: Context,
  answer: GeoAnswer<Value>,
  { keepSeconds, respond }: { keepSeconds: number; respond: (value: Value) => Response },
): Response {
  context.header("X-Geo-Level", answer.level);
  if (answer.isFallback) context.header("X-Geo-Fallback", "1");
  if (!answer.ok) {
    return problem(context, answer.code === "unavailable" ? "error.unavailable" : "error.notfound");
  }
  const isKept = keepSeconds > 0 && !answer.isFallback;
  context.header("Cache-Control", isKept ? `private, max-age=${keepSeconds}` : "no-store");
  // Without `lang` the language comes from these.
  context.header("Vary", "Accept-Language, Cookie");
  return respond(answer.value);
}
