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
} from "#domain/address-search/geo-queries.ts";
import { maxSuggestions, minSuggestCharacters } from "#domain/address-search/search-limits.ts";
import { staticImageQuerySchema } from "#domain/address-search/static-image-query.ts";
import { directionsSchema } from "#domain/walking/directions.ts";
import type { Geo, GeoResponse, GeoSearchOptions } from "#server/geo/geo.ts";
import { type ApiCall, apiCall, type CallDescription } from "#server/http/api-call.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { problem } from "#server/http/problem.ts";
import { requestLanguage } from "#server/i18n.ts";
import { clientKey } from "#server/rate-limits/client-key.ts";

const description =
  "X-Geo-Level names the level that has answered (local for an extract with the gazetteer's towns abroad); X-Geo-Fallback: 1 means that a better level did not answer; X-Geo-Towns, where no streets are known, is the number of the home country's settlements that are";

/** Failures of every call to the map. */
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
    answers: { 200: { description, schema: geoSuggestionsSchema } },
    failures: withoutText,
  },
  ({ context, services, query }) =>
    answerGeoText(context, query, (text, options) => services.geo.suggest(text, options)),
);

const getRetrieved = apiCall(
  {
    method: "get",
    path: "/geo/retrieve/:id",
    summary: "Address of a suggestion",
    query: geoScopeQuerySchema,
    answers: { 200: { description, schema: geoAddressSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const answer = await services.geo.retrieve(context.req.param("id") ?? "", {
      language: query.language ?? requestLanguage(context.req.raw),
      sessionToken: query.session,
      signal: context.req.raw.signal,
      ...{ near: query.near, countries: query.countries, bbox: query.bbox },
    });
    return answerGeo(context, answer, {
      keepSeconds: 300,
      respond: (value) => context.json(value),
    });
  },
);

const getReversed = apiCall(
  {
    method: "get",
    path: "/geo/reverse",
    summary: "Address at a point, as exact as it is known",
    query: geoPositionQuerySchema,
    answers: { 200: { description, schema: geoAddressSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const answer = await services.geo.reverse(query.position, {
      language: query.language ?? requestLanguage(context.req.raw),
      signal: context.req.raw.signal,
    });
    return answerGeo(context, answer, {
      keepSeconds: 300,
      respond: (value) => context.json(value),
    });
  },
);

const getAddresses = apiCall(
  {
    method: "get",
    path: "/geo/search",
    summary: "Addresses that a text may mean, the likeliest first",
    query: geoTextQuerySchema,
    answers: { 200: { description, schema: geoAddressesSchema } },
    failures: withoutText,
  },
  ({ context, services, query }) =>
    answerGeoText(context, query, (text, options) => services.geo.search(text, options)),
);

const getCategory = apiCall(
  {
    method: "get",
    path: "/geo/category/:category",
    summary: "Places of a category, where the level supports it",
    query: geoScopeQuerySchema,
    answers: { 200: { description, schema: geoCategoryPlacesSchema } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const category = context.req.param("category") ?? "";
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(category)) return problem(context, "error.notfound");
    const answer = await services.geo.category(category, searchOptionsOf(context, query));
    return answerGeo(context, answer, {
      keepSeconds: 300,
      respond: (value) => context.json(value),
    });
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
    answers: { 200: { description, schema: directionsSchema } },
    failures: { ...failures, "error.notfound": "no way exists" },
  },
  async ({ context, services, query: { from, to, language, avoidsSteps } }) => {
    const answer = await services.geo.directions(from, to, {
      language: language ?? requestLanguage(context.req.raw),
      signal: context.req.raw.signal,
      avoidsSteps,
    });
    return answerGeo(context, answer, { keepSeconds: 0, respond: (value) => context.json(value) });
  },
);

const getStaticImage = apiCall(
  {
    method: "get",
    path: "/geo/static",
    summary: "Picture of the map around a point, where the level supports it",
    query: staticImageQuerySchema,
    answers: { 200: { description: "The picture", mediaType: "image/*" } },
    failures: orNothing,
  },
  async ({ context, services, query }) => {
    const answer = await services.geo.staticImage(query, {
      language: requestLanguage(context.req.raw),
      signal: context.req.raw.signal,
    });
    return answerGeo(context, answer, {
      keepSeconds: 86_400,
      respond: ({ bytes, type }) => context.body(bytes, 200, { "Content-Type": type }),
    });
  },
);

/** Calls to the map: address search, reverse lookup, directions. */
export const geoCalls: readonly ApiCall[] = [
  getSuggestions,
  getRetrieved,
  getReversed,
  getAddresses,
  getCategory,
  getDirections,
  getStaticImage,
];

/** Answers a question by text as `ask` does. */
async function answerGeoText(
  context: Context<AppEnvironment>,
  { text, ...scope }: GeoTextQuery,
  ask: Geo["search"] | Geo["suggest"],
) {
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
    client: clientKey(context.var.caller.clientAddress),
    signal: raw.signal,
  };
}

/**
 * Answers with the result of a level, or with 404 or 503. The headers say which level it was
 * (`X-Geo-Level`), whether a better one did not answer (`X-Geo-Fallback: 1`), and how many settlements of
 * the home country are known where no streets are (`X-Geo-Towns`).
 *
 * @param respond makes the answer of the value
 * @param keepSeconds time that the browser may keep the answer; a fallback's answer is not kept
 */
export function answerGeo<Value>(
  context: Context,
  answer: GeoResponse<Value>,
  { keepSeconds, respond }: { keepSeconds: number; respond: (value: Value) => Response },
): Response {
  context.header("X-Geo-Level", answer.provider);
  if (answer.isFallback) context.header("X-Geo-Fallback", "1");
  if (answer.knownTowns !== undefined) context.header("X-Geo-Towns", String(answer.knownTowns));
  if (!answer.ok) {
    return problem(context, answer.code === "unavailable" ? "error.unavailable" : "error.notfound");
  }
  const isKept = keepSeconds > 0 && !answer.isFallback;
  context.header("Cache-Control", isKept ? `private, max-age=${keepSeconds}` : "no-store");
  // Without `lang` the language comes from these.
  context.header("Vary", "Accept-Language, Cookie");
  return respond(answer.value);
}
