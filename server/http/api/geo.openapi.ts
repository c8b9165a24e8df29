import {
  defaultStaticImageZoom,
  maxAskedSuggestions,
  maxSearchCharacters,
  maxStaticImagePixels,
  maxStaticImageZoom,
  maxSuggestions,
  minSuggestCharacters,
  ownPlaceKind,
} from "#domain/address-search/geo-address.ts";
import { travelProfiles } from "#domain/address-search/geo-queries.ts";
import { languages } from "#domain/text/language.ts";
import {
  type Answer,
  fault,
  flag,
  inQuery,
  json,
  malformed,
  notFound,
  notNow,
  notSignedIn,
  type Operation,
  type Parameter,
  type Paths,
  position,
  required,
} from "#server/http/open-api/parts.ts";

const inPath = (name: string): Parameter => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});

const text = { type: "string" };
const pixels = { type: "integer", minimum: 1, default: maxStaticImagePixels };
const lang = inQuery("lang", { type: "string", enum: [...languages] }, "default: the reader's");
const near = inQuery("near", text, "lng,lat: results near this point come first");
const session = inQuery(
  "session",
  text,
  "joins the calls of one search: 8 to 64 characters of A-Za-z0-9_-",
);

/** What a search may be told besides, under the names that clients of hosted services use. */
const scope: readonly Parameter[] = [
  inQuery(
    "country",
    text,
    "ISO 3166-1 codes, separated by commas: only results in one of these countries",
  ),
  inQuery("bbox", text, "west,south,east,north: only results within this box"),
  inQuery(
    "limit",
    { type: "integer", minimum: 1, maximum: maxAskedSuggestions, default: maxSuggestions },
    `cut down to ${maxSuggestions}`,
  ),
  inQuery(
    "types",
    text,
    `kinds, separated by commas; places of this product only with '${ownPlaceKind}'`,
  ),
  inQuery(
    "streets",
    { type: "boolean", default: true },
    "false leaves out streets without a house number",
  ),
  inQuery("language", text, "BCP 47, separated by commas; alternative to lang"),
  inQuery("proximity", text, "lng,lat, or ip, which is ignored; alternative to near"),
  inQuery("session_token", text, "alternative to session"),
  inQuery("navigation_profile", { type: "string", enum: [...travelProfiles] }),
  inQuery("eta_type", { type: "string", enum: ["navigation"] }, "only with navigation_profile"),
  inQuery("origin", text, "lng,lat: start of the journey"),
];

const q = required(inQuery("q", { type: "string", maxLength: maxSearchCharacters }));

const noText = fault("error.searchtext: searchText is required; or error.parameter");
const silent = fault("error.unavailable: the map service does not answer");

const described =
  "X-Geo-Level names the level that has answered (local for an extract with the gazetteer's towns abroad); X-Geo-Fallback: 1 means that a better level did not answer";

const answers = (found: Answer, others: Record<string, Answer>): Operation["responses"] => ({
  200: found,
  429: notNow,
  503: silent,
  ...others,
});

/** The calls to the map, for the OpenAPI document. */
export const geoPaths: Paths = {
  "/api/v1/geo/suggest": {
    get: {
      summary: `Suggestions for an unfinished text, at most ${maxSuggestions}, places of this product first; none below ${minSuggestCharacters} characters`,
      parameters: [q, lang, near, session, ...scope],
      responses: answers(json(described, "GeoSuggestions"), { 422: noText }),
    },
  },
  "/api/v1/geo/retrieve/{id}": {
    get: {
      summary: "Address of a suggestion",
      parameters: [inPath("id"), lang, session, ...scope],
      responses: answers(json(described, "GeoAddress"), { 404: notFound, 422: malformed }),
    },
  },
  "/api/v1/geo/reverse": {
    get: {
      summary: "Address at a point, as exact as it is known",
      parameters: [...position, lang, ...scope],
      responses: answers(json(described, "GeoAddress"), { 404: notFound, 422: malformed }),
    },
  },
  "/api/v1/geo/search": {
    get: {
      summary: "Addresses that a text may mean, the likeliest first",
      parameters: [q, lang, near, session, ...scope],
      responses: answers(json(described, "GeoAddresses"), { 422: noText }),
    },
  },
  "/api/v1/geo/category/{category}": {
    get: {
      summary: "Places of a category, where the level supports it",
      parameters: [inPath("category"), near, lang, session, ...scope],
      responses: answers(json(described, "GeoCategoryPlaces"), { 404: notFound, 422: malformed }),
    },
  },
  "/api/v1/geo/directions": {
    get: {
      summary: "Way on foot, or the straight line where the streets are not known",
      parameters: [
        required(inQuery("from", text, "lng,lat")),
        required(inQuery("to", text, "lng,lat")),
        lang,
        inQuery("language", text, "BCP 47, separated by commas; alternative to lang"),
      ],
      responses: answers(json(described, "Directions"), {
        401: notSignedIn,
        404: fault("error.notfound: no way exists"),
        422: malformed,
      }),
    },
  },
  "/api/v1/geo/static": {
    get: {
      summary: "Picture of the map around a point, where the level supports it",
      parameters: [
        ...position,
        inQuery("zoom", {
          type: "number",
          minimum: 0,
          maximum: maxStaticImageZoom,
          default: defaultStaticImageZoom,
        }),
        inQuery("width", pixels, `cut down to ${maxStaticImagePixels}`),
        inQuery("height", pixels, `cut down to ${maxStaticImagePixels}`),
        inQuery("theme", { type: "string", enum: ["light", "dark"], default: "light" }),
        flag("retina", "twice the pixels"),
      ],
      responses: answers(
        { description: "The picture", content: { "image/*": { schema: { type: "string" } } } },
        { 404: notFound, 422: malformed },
      ),
    },
  },
};
