import type { Context } from "hono";
import { nearestPlacesQuerySchema } from "#domain/place/nearest-places.ts";
import { newPlaceSchema } from "#domain/place/new-place.ts";
import { placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { similarPlacesQuerySchema } from "#domain/place/similar-places.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { openCall, openPlaceCall, readBody } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/v1/places`: one page of the list, filtered and ordered (docs/product#filters,
 * docs/product#orders-of-places).
 */
export async function getPlaces(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: placeListQuerySchema });
  if (!call.ok) return call.answer;
  const { open_now_count: _, ...page } = await services.listPlaces(call.query, call.viewer);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}

/** `GET /api/v1/places/{id}`: one place; 404 where the caller may see no such place. */
export async function getPlace(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context);
  if (!call.ok) return call.answer;
  const place = await services.findPlace(call.placeId, call.viewer);
  if (!place) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(place);
}

/**
 * `GET /api/v1/places/nearby`: the places near a point, for a contributor who is about to add one
 * (docs/product#similar-places).
 */
export async function getNearbyPlaces(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, {
    capability: "findSimilarPlaces",
    query: similarPlacesQuerySchema,
  });
  if (!call.ok) return call.answer;
  const result = await services.findSimilarPlaces(call.query, call.viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json({ places: result.places });
}

/**
 * `GET /api/v1/places/nearest`: the nearest open place within walking distance, for everyone
 * (docs/product#nearest-open-place).
 */
export async function getNearestPlaces(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { query: nearestPlacesQuerySchema });
  if (!call.ok) return call.answer;
  const nearest = await services.findNearestPlaces(call.query, call.viewer);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(nearest);
}

/**
 * `POST /api/v1/places`: adds a place; 201 with the place and its address
 * (docs/product#acceptance).
 */
export async function postPlace(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { capability: "addPlace" });
  if (!call.ok) return call.answer;
  const checked = await readBody(context, newPlaceSchema);
  if (!checked.ok) return checked.answer;
  const request = { place: checked.value, check: "none" } as const;
  const result = await services.checkAndAddPlace(request, call.viewer, context.var.caller);
  if (!result.ok && result.code === "check") throw new Error("No check was asked for.");
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "no-store");
  context.header("Location", `/api/v1/places/${result.place.id}`);
  return context.json(result.place, 201);
}
