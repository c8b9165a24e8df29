import type { Context } from "hono";
import * as v from "valibot";
import {
  geoAddressSchema,
  geoCategoryPlaceSchema,
  geoSuggestionSchema,
} from "#domain/address-search/geo-address.ts";
import {
  directionsQuerySchema,
  type GeoSearchScope,
  type GeoTextQuery,
  geoPositionQuerySchema,
  geoScopeQuerySchema,
  geoTextQuerySchema,
  staticImageQuerySchema,
} from "#domain/address-search/geo-queries.ts";
import { maxSuggestions, minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import type { Language } from "#domain/text/language.ts";
import { directionsSchema } from "#domain/walking/directions.ts";
import type { Geo, GeoResponse, GeoSearchOptions } from "#server/geo/geo.ts";
import { type ApiCall, apiCall, type CallDescription } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import { requestLanguage, requestLocale } from "#server/i18n.ts";
import { queueKey } from "#server/rate-limits/client-key.ts";

const description =
  "X-Geo-Level names the level that has answered (local for an extract with the gazetteer's towns abroad); X-Geo-Fallback: 1 means that a better level did not answer; X-Geo-Towns, where no streets are known, is the number of the home country's settlements that are";

/** Failures of every call to the map services. */
const failures: CallDescription["failures"] = {
  "error.toomanyrequests": "",
  "error.unavailable": "the map service does not answer",
};

const withoutText = { ...failures, "error.searchtext": "searchText is required" };
const orNothing = { ...failures, "error.notfound": "" };

export const geoSuggestionsSchema = v.array(geoSuggestionSchema);
export const geoAddressesSchema = v.array(geoAddressSchema);
export const geoCategoryPlacesSchema = v.array(geoCategoryPlaceSchema);

const getSuggestions = apiCall(
  {
    method: "get",
    path: "/geo/suggest",
    summary: `Suggestions for an unfinished text, at most ${maxSuggestions}, places of this product first; none below ${minSuggestCharacters} characters`,
    query: geoTextQuerySchema,
    responses: { 200: { description, schema: geoSuggestionsSchema } },
    failures: withoutText,
  },
  ({ context, services, query }) =>
    respondToGeoText(context, query, (text, options) => services.geo.suggest(text, options)),
);

const getRetrieved = apiCall(
  {
    method: "get",
    path: "/geo/retrieve/:id",
    summary: "Address of a suggestion",
    query: geoScopeQuerySchema,
    responses: { 200: { description, schema: geoAddressSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const { near, countries, bbox, session: sessionToken, language } = query;
    const options = { ...callOptions(context, language), sessionToken, near, countries, bbox };
    const result = await services.geo.retrieve(context.req.param("id") ?? "", options);
    return geoResponse(context, result);
  },
);

const getReversed = apiCall(
  {
    method: "get",
    path: "/geo/reverse",
    summary: "Address at a point, as exact as it is known",
    query: geoPositionQuerySchema,
    responses: { 200: { description, schema: geoAddressSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const options = callOptions(context, query.language);
    const result = await services.geo.reverse(query.position, options);
    return geoResponse(context, result);
  },
);

const getAddresses = apiCall(
  {
    method: "get",
    path: "/geo/search",
    summary: "Addresses that a text may mean, the likeliest first",
    query: geoTextQuerySchema,
    responses: { 200: { description, schema: geoAddressesSchema } },
    failures: withoutText,
  },
  ({ context, services, query }) =>
    respondToGeoText(context, query, (text, options) => services.geo.search(text, options)),
);

const getCategory = apiCall(
  {
    method: "get",
    path: "/geo/category/:category",
    summary: "Places of a category, where the level supports it",
    query: geoScopeQuerySchema,
    responses: { 200: { description, schema: geoCategoryPlacesSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const category = context.req.param("category") ?? "";
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(category)) return problem(context, "error.notfound");
    const result = await services.geo.category(category, searchOptionsOf(context, query));
    return geoResponse(context, result);
  },
);

/** For signed-in visitors (docs/product#directions). */
const getDirections = apiCall(
  {
    method: "get",
    path: "/geo/directions",
    summary: "Way on foot, or the straight line where the streets are not known",
    permission: "getDirections",
    query: directionsQuerySchema,
    responses: { 200: { description, schema: directionsSchema } },
    failures: { ...failures, "error.notfound": "no way exists" },
  },
  async ({ context, services, query: { from, to, locale, avoidsSteps } }) => {
    const options = {
      ...callOptions(context, locale ?? requestLocale(context.req.raw)),
      avoidsSteps,
    };
    const result = await services.geo.directions(from, to, options);
    return geoResponse(context, result, { maxAgeSeconds: 0 });
  },
);

const getStaticImage = apiCall(
  {
    method: "get",
    path: "/geo/static",
    summary: "Picture of the map around a point, where the level supports it",
    query: staticImageQuerySchema,
    responses: { 200: { description: "The picture", mediaType: "image/*" } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const result = await services.geo.staticImage(query, callOptions(context));
    return geoResponse(context, result, {
      maxAgeSeconds: 86_400,
      respond: ({ bytes, type }) => context.body(bytes, 200, { "Content-Type": type }),
    });
  },
);

/** Calls to the map services: address search, reverse lookup, directions. */
export const geoCalls: readonly ApiCall[] = [
  getSuggestions,
  getRetrieved,
  getReversed,
  getAddresses,
  getCategory,
  getDirections,
  getStaticImage,
];

/** Responds with the result of `search` for a text. */
async function respondToGeoText(
  context: Context<AppEnvironment>,
  { text, ...scope }: GeoTextQuery,
  search: Geo["search"] | Geo["suggest"],
) {
  const result = await search(text, searchOptionsOf(context, scope));
  return geoResponse<unknown>(context, result);
}

/** Search options of a request, for the providers. */
function searchOptionsOf(
  context: Context<AppEnvironment>,
  { language, session, ...scope }: GeoSearchScope,
): GeoSearchOptions {
  return {
    ...scope,
    ...callOptions(context, language),
    sessionToken: session,
    client: queueKey(context.var.client.clientAddress),
  };
}

function callOptions({ req: { raw } }: Context, language: Language | null = null) {
  return { language: language ?? requestLanguage(raw), signal: raw.signal };
}

/**
 * Response with a provider's result, or 404 or 503. The headers name the provider (`X-Geo-Level`), tell whether a
 * better one did not respond (`X-Geo-Fallback: 1`), and, where no streets are known, the number of known settlements of
 * the home country (`X-Geo-Towns`).
 *
 * @param respond makes the response of the value; default: JSON
 * @param maxAgeSeconds time for which the browser may cache the response; a fallback's response is not cached
 */
export function geoResponse<Value>(
  context: Context,
  result: GeoResponse<Value>,
  {
    maxAgeSeconds = 300,
    respond = (value) => context.json(value),
  }: { maxAgeSeconds?: number; respond?: (value: Value) => Response } = {},
): Response {
  context.header("X-Geo-Level", result.provider);
  if (result.isFallback) context.header("X-Geo-Fallback", "1");
  if (result.knownTowns !== undefined) context.header("X-Geo-Towns", String(result.knownTowns));
  if (!result.ok) {
    return problem(context, result.code === "unavailable" ? "error.unavailable" : "error.notfound");
  }
  const isCacheable = maxAgeSeconds > 0 && !result.isFallback;
  context.header("Cache-Control", isCacheable ? `private, max-age=${maxAgeSeconds}` : "no-store");
  // Without `lang` these headers decide the language.
  context.header("Vary", "Accept-Language, Cookie");
  return respond(result.value);
}
