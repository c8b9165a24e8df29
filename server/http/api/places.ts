import { nearestPlacesQuerySchema, nearestPlacesSchema } from "#domain/place/nearest-places.ts";
import { placeListSchema, placeSchema } from "#domain/place/place.ts";
import { placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { similarPlacesQuerySchema, similarPlacesSchema } from "#domain/place/similar-places.ts";
import { type ApiCall, apiCall } from "#server/http/api-call.ts";
import { answerWhole } from "#server/http/caching.ts";
import { problem } from "#server/http/problem.ts";
import { addedPlaceSchema } from "#server/places/add-place.ts";

/** Of an answer that tells an account of its own reviews and confirmations. */
const json = { type: "application/json", cacheControl: "private, no-cache" };

/** One page of the list (docs/product#filters, docs/product#orders-of-places). */
const getPlaces = apiCall(
  {
    method: "get",
    path: "/places",
    summary: "One page of places, filtered and ordered",
    query: placeListQuerySchema,
    answers: {
      200: { description: "The page; beyond the last one it is empty", schema: placeListSchema },
    },
    isCostly: true,
  },
  async ({ context, services, viewer, query }) => {
    const { open_now_count: _, ...page } = await services.places.listPlaces(query, viewer);
    return answerWhole(context, JSON.stringify(page), json);
  },
);

/** See docs/product#acceptance. */
const postPlace = apiCall(
  {
    method: "post",
    path: "/places",
    summary:
      "Adds a place; it waits for acceptance, except one of the administrator, which is accepted at once",
    capability: "addPlace",
    body: addedPlaceSchema,
    answers: {
      201: {
        description: "The place",
        schema: placeSchema,
        headers: { Location: "Its address" },
      },
    },
    failures: {
      "error.duplicate": "a place with the same city, address and comments exists",
      "error.fillout": "one time of a day is missing",
      "error.invalidtime": "a day closes before it opens",
      "error.limit": "five within 24 hours",
    },
  },
  async ({ context, services, viewer, body }) => {
    const request = { place: body, check: "none" } as const;
    const result = await services.places.checkAndAddPlace(request, viewer, context.var.caller);
    if (!result.ok && result.code === "check") throw new Error("No check was asked for.");
    if (!result.ok) return problem(context, result.code);
    context.header("Cache-Control", "no-store");
    context.header("Location", `/api/v1/places/${result.place.id}`);
    return context.json(result.place, 201);
  },
);

/** For a contributor who is about to add a place (docs/product#similar-places). */
const getNearbyPlaces = apiCall(
  {
    method: "get",
    path: "/places/nearby",
    summary: "Places around a point, nearest first, to find duplicates of a place before adding it",
    capability: "findSimilarPlaces",
    query: similarPlacesQuerySchema,
    answers: {
      200: {
        description: "Places with their distances, also those that wait for acceptance",
        schema: similarPlacesSchema,
      },
    },
    isCostly: true,
  },
  async ({ context, services, viewer, query }) => {
    const result = await services.places.findSimilarPlaces(query, viewer);
    if (!result.ok) return problem(context, result.code);
    context.header("Cache-Control", "private, no-store");
    return context.json({ places: result.places });
  },
);

/** For everyone (docs/product#nearest-open-place). */
const getNearestPlaces = apiCall(
  {
    method: "get",
    path: "/places/nearest",
    summary:
      "Nearest open place within walking distance, at like distance one that was confirmed lately, and a nearer one whose opening times are not known",
    query: nearestPlacesQuerySchema,
    answers: {
      200: {
        description:
          "Places with their distances; never one for guests only or for holders of a key",
        schema: nearestPlacesSchema,
      },
    },
    isCostly: true,
  },
  async ({ context, services, viewer, query }) => {
    const nearest = await services.places.findNearestPlaces(query, viewer);
    return answerWhole(context, JSON.stringify(nearest), json);
  },
);

/** One place; 404 where the caller may see no such place. */
const getPlace = apiCall(
  {
    method: "get",
    path: "/places/:id",
    summary: "One place",
    answers: {
      200: {
        description: "The place",
        schema: placeSchema,
        headers: { ETag: "Begins with the version of the place; If-Match takes it" },
      },
    },
  },
  async ({ context, services, viewer, placeId }) => {
    const place = await services.places.findPlace(placeId, viewer);
    if (!place) return problem(context, "error.notfound");
    return answerWhole(context, JSON.stringify(place), { ...json, version: place.version });
  },
);

/** Calls for places. */
export const placeCalls: readonly ApiCall[] = [
  getPlaces,
  postPlace,
  getNearbyPlaces,
  getNearestPlaces,
  getPlace,
];
