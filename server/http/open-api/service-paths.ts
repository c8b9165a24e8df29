import {
  body,
  fault,
  malformed,
  notFound,
  type Parameter,
  type Paths,
  placeFilters,
} from "./parts.ts";

const tilePart = (name: string): Parameter => ({
  name,
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 0 },
});

/** What the pages are drawn from, and what tells of the process itself. */
export const servicePaths: Paths = {
  "/tiles/places/{z}/{x}/{y}.mvt": {
    get: {
      summary:
        "Places of one map tile: points with id, accepted and open, or clusters with count and, for the administrator, the number of waiting places",
      parameters: [tilePart("z"), tilePart("x"), tilePart("y"), ...placeFilters],
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
      summary: "Texts of the interface in one language",
      parameters: [
        { name: "language", in: "path", required: true, schema: { enum: ["hu", "en", "de"] } },
      ],
      responses: {
        200: { description: "Translations", content: { "application/json": { schema: {} } } },
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
  "/api/v1/openapi.json": {
    get: {
      summary: "This document",
      responses: {
        200: { description: "OpenAPI 3.1", content: { "application/json": { schema: {} } } },
      },
    },
  },
  "/healthz": {
    get: {
      summary: "Whether the process is up",
      responses: { 200: { description: "The process is up" } },
    },
  },
  "/readyz": {
    get: {
      summary: "Whether the database and the place index are ready",
      responses: { 200: { description: "They are" }, 503: fault("error.unavailable") },
    },
  },
};
