import * as v from "valibot";
import { parseBoundingBox } from "#domain/geography/bounding-box.ts";
import { placeSetSchema } from "#domain/offline/place-set.ts";
import { maxPlacesInSet } from "#domain/offline/saved-areas.ts";
import { nearestPlacesQuerySchema, nearestPlacesSchema } from "#domain/place/nearest-places.ts";
import { placeListSchema, placeSchema } from "#domain/place/place.ts";
import { atParameter, placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { similarPlacesQuerySchema, similarPlacesSchema } from "#domain/place/similar-places.ts";
import { crossCheck } from "#domain/validation/check-fields.ts";
import { count, parameter } from "#domain/validation/parse-query.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import {
  changesPerPage,
  maxChangesPerPage,
  mirrorDays,
  placeChangesSchema,
  readCursor,
} from "#server/export/place-changes.ts";
import { type ApiCall, apiCall } from "#server/http/api-call.ts";
import { contentResponse, gzippedResponse } from "#server/http/caching.ts";
import { problem, validationProblem, wrongTime } from "#server/http/problem.ts";
import { addedPlaceSchema } from "#server/places/add-place.ts";
import { queueKey } from "#server/rate-limits/client-key.ts";

/** Options of a response that depends on the account: its own reviews and confirmations. */
const json = { type: "application/json", cacheControl: "private, no-cache" };

const changesEntries = {
  updated_since: v.optional(
    v.pipe(
      parameter(parseInstant),
      v.description(
        `instant with its zone, such as 2026-06-01T10:00:00Z, or a day, which begins at midnight UTC, at most ${mirrorDays} days ago: the answer is then a page of all changes since, places that are gone among them (PlaceChanges), and of the other parameters only per_page, up to ${maxChangesPerPage}, may stand beside it`,
      ),
    ),
  ),
  cursor: v.optional(
    v.pipe(
      parameter(readCursor),
      v.description(
        "cursor of the page of changes before, or of the open data, instead of updated_since",
      ),
    ),
  ),
};

/** Parameters of a mirror (docs/product#mirrors); they cannot be combined with those of the list. */
const changesQuerySchema = v.pipe(
  v.object({
    ...changesEntries,
    per_page: v.optional(count(maxChangesPerPage), String(changesPerPage)),
    ...recordOf(
      Object.keys(placeListQuerySchema.entries).filter((name) => name !== "per_page"),
      () => v.optional(v.never()),
    ),
  }),
  crossCheck(({ isGiven, reject }) => {
    if (isGiven("cursor") && isGiven("updated_since")) reject("updated_since");
  }),
  v.transform(({ cursor, updated_since, per_page }) => {
    const from = cursor ?? updated_since;
    if (from === undefined) throw new TypeError("This is not a question of a mirror.");
    return { from, perPage: per_page };
  }),
);

/** Parameters of the list, or of a mirror. */
const placesQuerySchema = Object.assign(
  v.lazy((input) => (isOfMirror(input) ? changesQuerySchema : placeListQuerySchema)),
  { entries: { ...placeListQuerySchema.entries, ...changesEntries } },
);

function isOfMirror(input: unknown): boolean {
  const { cursor, updated_since } = input as { cursor?: unknown; updated_since?: unknown };
  return cursor !== undefined || updated_since !== undefined;
}

/** ISO 8601: a day, which begins at midnight UTC, or with hours, minutes and a zone; null for anything else. */
function parseInstant(text: string): Date | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (
    !isDay &&
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
  ) {
    return null;
  }
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** A page of the list, or of changes. */
export const placePageOrChangesSchema = v.union([placeListSchema, placeChangesSchema]);

/** One page of the list (docs/product#filters, docs/product#orders-of-places), or of changes for a mirror. */
const getPlaces = apiCall(
  {
    method: "get",
    path: "/places",
    summary:
      "One page of places, filtered and ordered; or, for a mirror, one page of what has changed",
    query: placesQuerySchema,
    responses: {
      200: {
        description: "The page; beyond the last one it is empty",
        schema: placePageOrChangesSchema,
      },
    },
    failures: {
      "error.toofarback":
        "the mirror was away for too long, or the places were restored: load all of them again",
    },
    isCostly: true,
    isCacheable: true,
  },
  async ({ context, services, viewer, query }) => {
    if ("from" in query) {
      const result = await services.places.listPlaceChanges(query);
      if (!result.ok) return problem(context, result.code);
      const { ok: _, ...changes } = result;
      return context.json(changes, 200, { "Cache-Control": "no-store" });
    }
    const { open_now_count: _, ...page } = await services.places.listPlaces(query, viewer);
    return contentResponse(context, JSON.stringify(page), json);
  },
);

/** See docs/product#acceptance. */
const postPlace = apiCall(
  {
    method: "post",
    path: "/places",
    summary:
      "Adds a place; it waits for acceptance, except one of the administrator, which is accepted at once",
    permission: "addPlace",
    body: addedPlaceSchema,
    responses: {
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
    const result = await services.writes.checkAndAddPlace(request, viewer);
    if (!result.ok && result.code === "check") throw new Error("No check was asked for.");
    if (!result.ok) return problem(context, result.code);
    context.header("Cache-Control", "no-store");
    context.header("Location", `/api/v1/places/${result.place.id}`);
    return context.json(result.place, 201);
  },
);

/** For the form of a new place (docs/product#similar-places). */
const getNearbyPlaces = apiCall(
  {
    method: "get",
    path: "/places/nearby",
    summary: "Places around a point, nearest first, to find duplicates of a place before adding it",
    permission: "findSimilarPlaces",
    query: similarPlacesQuerySchema,
    responses: {
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
    return context.json({ places: result.places }, 200, { "Cache-Control": "private, no-store" });
  },
);

const placeSetQuerySchema = v.object({
  bbox: v.pipe(
    parameter(parseBoundingBox),
    v.description("west,south,east,north; west > east crosses the antimeridian"),
  ),
});

/** See docs/product#nearest-place. */
const getNearestPlaces = apiCall(
  {
    method: "get",
    path: "/places/nearest",
    summary:
      "Nearest open place within walking distance, at like distance one that was confirmed lately, and a nearer one whose opening times are not known",
    query: nearestPlacesQuerySchema,
    responses: {
      200: {
        description:
          "Places with their distances; never one for guests only or for holders of a key",
        schema: nearestPlacesSchema,
      },
    },
    isCostly: true,
    isCacheable: true,
  },
  async ({ context, services, viewer, query }) => {
    const nearest = await services.places.findNearestPlaces(query, viewer);
    return contentResponse(context, JSON.stringify(nearest), json);
  },
);

/** For use without a connection (docs/product#places-without-a-connection). */
const getPlaceSet = apiCall(
  {
    method: "get",
    path: "/places/set",
    summary: `All places of a box with all that a page shows of them, in columns, at most ${maxPlacesInSet}: for a browser that keeps them. Its form may change with any version`,
    query: placeSetQuerySchema,
    responses: { 200: { description: "The set", schema: placeSetSchema } },
    failures: { "error.parameter": "also where the box has too many places" },
  },
  async ({ context, services, query }) => {
    const limiterKey = {
      client: queueKey(context.var.client.clientAddress),
      signal: context.req.raw.signal,
    };
    const set = await services.places.readPlaceSet(query.bbox, limiterKey);
    if (set === null)
      return validationProblem(context, [{ field: "bbox", code: "error.parameter" }]);
    return gzippedResponse(context, set, json);
  },
);

/** One place; 404 where the viewer may not see it. */
const getPlace = apiCall(
  {
    method: "get",
    path: "/places/:id",
    summary: "One place",
    query: v.object({ at: atParameter }),
    responses: {
      200: {
        description: "The place",
        schema: placeSchema,
        headers: { ETag: "Begins with the version of the place; If-Match takes it" },
      },
    },
    isCacheable: true,
  },
  async ({ context, services, viewer, placeId, query: { at } }) => {
    const place = await services.places.findPlace(placeId, viewer, at);
    if (!place) return problem(context, "error.notfound");
    if (!services.isAskable(at, place.time_zone)) return validationProblem(context, [wrongTime]);
    return contentResponse(context, JSON.stringify(place), { ...json, version: place.version });
  },
);

/** Calls for places. */
export const placeCalls: readonly ApiCall[] = [
  getPlaces,
  postPlace,
  getNearbyPlaces,
  getNearestPlaces,
  getPlaceSet,
  getPlace,
];
