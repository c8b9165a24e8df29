import type { Context } from "hono";
import { parseNearestPlacesQuery } from "#domain/place/nearest-places.ts";
import { checkNewPlace } from "#domain/place/new-place.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { parsePlaceListQuery } from "#domain/place/place-list-query.ts";
import { parseSimilarPlacesQuery } from "#domain/place/similar-places.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { readJsonBody, unknownParameters } from "#server/http/call-input.ts";
import { fieldProblem, problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/v1/places`: one page of the list, filtered and ordered (docs/product#filters,
 * docs/product#orders-of-places).
 */
export async function getPlaces(context: Context<AppEnvironment>, services: Services) {
  const parameters = new URL(context.req.url).searchParams;
  const parsed = parsePlaceListQuery(parameters, { ignoreUnknownParameters: false });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const { open_now_count: _, ...page } = await services.listPlaces(
    parsed.query,
    context.var.viewer,
  );
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}

/** `GET /api/v1/places/{id}`: one place; 404 where there is none that the caller may see. */
export async function getPlace(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  const place = id === null ? null : await services.findPlace(id, context.var.viewer);
  if (!place) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(place);
}

/**
 * `GET /api/v1/places/nearby`: 'is it one of these?', for who is about to add a place
 * (docs/product#similar-places).
 */
export async function getNearbyPlaces(context: Context<AppEnvironment>, services: Services) {
  const refusal = refusalOf(context.var.viewer, "findSimilarPlaces");
  if (refusal !== null) return problem(context, refusal);
  const parsed = parseSimilarPlacesQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const result = await services.findSimilarPlaces(parsed.query, context.var.viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json({ places: result.places });
}

/** `GET /api/v1/places/nearest`: where to go now, for everyone and within a walk. */
export async function getNearestPlaces(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseNearestPlacesQuery(new URL(context.req.url).searchParams);
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const nearest = await services.findNearestPlaces(parsed.query, context.var.viewer);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(nearest);
}

/**
 * `POST /api/v1/places`: adds a place; 201 with the place and where it is found
 * (docs/product#acceptance).
 */
export async function postPlace(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "addPlace");
  if (refusal !== null) return problem(context, refusal);
  const unknown = unknownParameters(context);
  if (unknown.length > 0) return problem(context, "error.parameter", unknown);
  const read = await readJsonBody(context);
  if (!read.ok) return problem(context, "error.parameter", read.faults);
  const checked = checkNewPlace(read.body);
  if (!checked.ok) return fieldProblem(context, checked.faults);
  const result = await services.addPlace(checked.place, viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "no-store");
  context.header("Location", `/api/v1/places/${result.place.id}`);
  return context.json(result.place, 201);
}
