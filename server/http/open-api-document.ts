import { similarPlaceRadiusMeters } from "#domain/add-limit.ts";
import { moderationParts } from "#domain/moderation-query.ts";
import { maxPlacesPerPage, placesPerPage } from "#domain/pager.ts";
import { defaultPlaceSort } from "#domain/place-sort.ts";
import { reviewSorts } from "#domain/review-sort.ts";
import { maxSimilarRadiusMeters } from "#domain/similar-places-query.ts";
import { geoPaths } from "./open-api-geo-paths.ts";
import {
  body,
  fault,
  flag,
  json,
  malformed,
  notAllowed,
  notFound,
  notNow,
  notSignedIn,
  type Operation,
  type Parameter,
  reference,
} from "./open-api-parts.ts";
import { openApiSchemas } from "./open-api-schemas.ts";

const filters = [
  flag("accessible", "only accessible places"),
  flag("free", "only places with price 0 or no price"),
  flag("public", "only public places"),
  flag("open", "only places that are open now, in their own time zone"),
  flag("unknown", "with open: also places whose opening times nobody knows"),
];

const degrees = (name: string, limit: number): Parameter => ({
  name,
  in: "query",
  required: true,
  schema: { type: "number", minimum: -limit, maximum: limit },
});

const placeId: Parameter = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1 },
};

const tilePart = (name: string): Parameter => ({
  name,
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 0 },
});

const paths: Record<string, Record<string, Operation>> = {
  "/api/v1/places": {
    get: {
      summary: "One page of places, filtered and ordered",
      parameters: [
        { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } },
        {
          name: "per_page",
          in: "query",
          schema: {
            type: "integer",
            minimum: 1,
            maximum: maxPlacesPerPage,
            default: placesPerPage,
          },
        },
        {
          name: "sort",
          in: "query",
          description: "distance needs near",
          schema: { ...reference("PlaceOrder"), default: defaultPlaceSort },
        },
        ...filters,
        { name: "near", in: "query", description: "lng,lat", schema: { type: "string" } },
        {
          name: "bbox",
          in: "query",
          description: "west,south,east,north; west > east crosses the antimeridian",
          schema: { type: "string" },
        },
      ],
      responses: {
        200: json("The page; beyond the last one it is empty", "PlacePage"),
        422: malformed,
      },
    },
    post: {
      summary: "Adds a place; it waits for the administrator, whose own are accepted at once",
      requestBody: body("NewPlace"),
      responses: {
        201: {
          ...json("The place", "Place"),
          headers: { Location: { description: "Its address", schema: { type: "string" } } },
        },
        401: notSignedIn,
        403: fault("error.forbidden"),
        409: fault("error.duplicate: city, address and comments are those of a place that is here"),
        413: fault("error.toolarge"),
        422: fault(
          "error.fillout, error.invalidtime or error.parameter, naming each faulty field with its own code",
        ),
        429: fault("error.limit: five within 24 hours; error.toomanyrequests with Retry-After"),
      },
    },
  },
  "/api/v1/places/nearby": {
    get: {
      summary: "The places around a point, nearest first: is the one to be added among them?",
      parameters: [
        degrees("lng", 180),
        degrees("lat", 90),
        {
          name: "radius",
          in: "query",
          description: "metres",
          schema: {
            type: "integer",
            minimum: 1,
            maximum: maxSimilarRadiusMeters,
            default: similarPlaceRadiusMeters,
          },
        },
      ],
      responses: {
        200: json("Each with its distance, also those that wait for acceptance", "SimilarPlaces"),
        401: notSignedIn,
        422: malformed,
      },
    },
  },
  "/api/v1/places/{id}": {
    get: {
      summary: "One place",
      parameters: [placeId],
      responses: { 200: json("The place", "Place"), 404: notFound, 422: malformed },
    },
    delete: {
      summary: "Deletes one place; it can be restored for 30 days; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "Deleted" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/accept": {
    post: {
      summary: "Accepts one place: from now on everyone sees it; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "Accepted, now or before" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/restore": {
    post: {
      summary: "Brings a deleted place back as it was; administrator only",
      parameters: [placeId],
      responses: {
        204: { description: "It is there, again or still" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        409: fault("error.duplicate: it has been added again meanwhile"),
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/reviews": {
    get: {
      summary: "The reviews of one place",
      parameters: [
        placeId,
        {
          name: "sort",
          in: "query",
          schema: { type: "string", enum: [...reviewSorts], default: "added-desc" },
        },
        { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } },
        { name: "per_page", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
      ],
      responses: { 200: json("The reviews", "ReviewPage"), 404: notFound, 422: malformed },
    },
  },
  "/api/v1/places/{id}/reviews/me": {
    get: {
      summary: "The caller's own review of one place",
      parameters: [placeId],
      responses: {
        200: json("The review", "Review"),
        204: { description: "The caller has not reviewed the place" },
        401: notSignedIn,
        404: notFound,
        422: malformed,
      },
    },
    put: {
      summary: "Reviews one place, or changes the caller's own review of it",
      parameters: [placeId],
      requestBody: body("NewReview"),
      responses: {
        200: json("The review, changed", "Review"),
        201: json("The review, the caller's first of this place", "Review"),
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
    delete: {
      summary: "Deletes the caller's own review of one place",
      parameters: [placeId],
      responses: {
        204: { description: "Deleted" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/reviews/{user_id}": {
    delete: {
      summary: "Deletes anybody's review of one place; administrator only",
      parameters: [
        placeId,
        { name: "user_id", in: "path", required: true, schema: { type: "string" } },
      ],
      responses: {
        204: { description: "Deleted" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/confirmations": {
    post: {
      summary:
        "Says that all is still true of a place; once a day of the place's own clock, more change nothing",
      parameters: [placeId],
      responses: {
        201: json("Noted", "Confirmation"),
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/places/{id}/reports": {
    post: {
      summary:
        "Says what is wrong with a place; once a day of the place's own clock, more change nothing",
      parameters: [placeId],
      requestBody: {
        required: true,
        content: { "application/json": { schema: reference("Report") } },
      },
      responses: {
        201: { description: "Noted; the administrator will look at it" },
        401: notSignedIn,
        403: notAllowed,
        404: notFound,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/corrections": {
    post: {
      summary: "Corrects an address",
      requestBody: {
        required: true,
        content: { "application/json": { schema: reference("Correction") } },
      },
      responses: {
        201: { description: "Noted; the administrator will look at it" },
        401: notSignedIn,
        403: notAllowed,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/vitals": {
    post: {
      summary: "Reports one web-vitals measurement",
      requestBody: body("Vital"),
      responses: { 204: { description: "Noted" }, 403: fault("error.forbidden"), 422: malformed },
    },
  },
  ...geoPaths,
  "/api/v1/account/export": {
    get: {
      summary: "Everything that is stored about the caller, as a file",
      responses: {
        200: json("The caller's data", "AccountExport"),
        401: notSignedIn,
        422: malformed,
      },
    },
  },
  "/api/v1/account": {
    delete: {
      summary: "Deletes the caller's account and reviews; the places stay, without the name",
      responses: {
        204: { description: "Deleted" },
        401: notSignedIn,
        403: fault("error.forbidden"),
        422: malformed,
      },
    },
  },
  "/api/v1/moderation": {
    get: {
      summary: "What waits for the administrator, what was deleted, and the audit trail",
      parameters: [
        {
          name: "part",
          in: "query",
          description: "one of the lists; without it, all of them",
          schema: { type: "string", enum: [...moderationParts] },
        },
        { name: "page", in: "query", schema: { type: "integer", minimum: 1, default: 1 } },
      ],
      responses: {
        200: json("The lists", "ModerationQueue"),
        401: notSignedIn,
        403: notAllowed,
        422: malformed,
      },
    },
  },
  "/api/v1/moderation/accept": {
    post: {
      summary: "Accepts several places; what is unknown is named and holds up nothing",
      requestBody: {
        required: true,
        content: { "application/json": { schema: reference("AcceptMany") } },
      },
      responses: {
        200: json("Which are accepted now, and which were not found", "AcceptedMany"),
        401: notSignedIn,
        403: notAllowed,
        422: malformed,
        429: notNow,
      },
    },
  },
  "/api/v1/openapi.json": {
    get: {
      summary: "This document",
      responses: {
        200: { description: "OpenAPI 3.1", content: { "application/json": { schema: {} } } },
      },
    },
  },
  "/tiles/places/{z}/{x}/{y}.mvt": {
    get: {
      summary:
        "The places of one map tile: points with id, accepted and open, or clusters with count",
      parameters: [tilePart("z"), tilePart("x"), tilePart("y"), ...filters],
      responses: {
        200: {
          description: "Mapbox vector tile, layer 'places'; fresh at most until the minute turns",
          content: { "application/vnd.mapbox-vector-tile": { schema: { type: "string" } } },
        },
        404: notFound,
        422: malformed,
      },
    },
  },
  "/locales/{language}/translation.json": {
    get: {
      summary: "The interface's words in one language",
      parameters: [
        { name: "language", in: "path", required: true, schema: { enum: ["hu", "en", "de"] } },
      ],
      responses: {
        200: { description: "Translations", content: { "application/json": { schema: {} } } },
      },
    },
  },
  "/healthz": {
    get: { summary: "Whether the process is up", responses: { 200: { description: "It is" } } },
  },
  "/readyz": {
    get: {
      summary: "Whether the database and the place index are ready",
      responses: { 200: { description: "They are" }, 503: fault("error.unavailable") },
    },
  },
};

/** The HTTP contract of DESIGN §6 as far as it is built, in OpenAPI 3.1. */
export const openApiDocument = {
  openapi: "3.1.0",
  info: {
    title: "Mosdó API",
    version: "1",
    description:
      "Public toilets with their opening hours. Errors are RFC 9457 problem details with a code; a method that an address has not is answered with 405 and Allow. Place data that came from OpenStreetMap is © OpenStreetMap contributors, ODbL 1.0.",
  },
  paths,
  components: { schemas: openApiSchemas },
};
