import type { Context } from "hono";
import { checkReview } from "#domain/feedback/check-review.ts";
import { parseReviewListQuery } from "#domain/feedback/review.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { accountIdOf } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { readJsonBody, unknownParameters } from "#server/http/call-input.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** `GET /api/v1/places/{id}/reviews`: the reviews of one place that the caller may see. */
export async function getReviews(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseReviewListQuery(new URL(context.req.url).searchParams, {
    ignoreUnknownParameters: false,
  });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  const page =
    id === null ? null : await services.listReviews(id, parsed.query, context.var.viewer);
  if (!page) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}

/**
 * `GET /api/v1/places/{id}/reviews/me`: the caller's own review; 204 where the caller has not
 * reviewed the place, which is no error.
 */
export async function getOwnReview(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const placeId = parsePlaceId(context.req.param("id") ?? "");
  if (placeId === null) return problem(context, "error.notfound");
  const found = await services.findOwnReview(placeId, context.var.viewer);
  if (!found.ok) return problem(context, found.code);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return found.review ? context.json(found.review) : context.body(null, 204);
}

/** `PUT /api/v1/places/{id}/reviews/me`: 201 for the caller's first review of the place, else 200. */
export async function putOwnReview(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const placeId = parsePlaceId(context.req.param("id") ?? "");
  if (placeId === null) return problem(context, "error.notfound");
  const { viewer } = context.var;
  if (accountIdOf(viewer) === null) return problem(context, "error.signin");
  const read = await readJsonBody(context);
  if (!read.ok) return problem(context, "error.parameter", read.faults);
  const checked = checkReview(read.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const result = await services.putReview(placeId, checked.review, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json(result.review, result.isNew ? 201 : 200);
}

/** `DELETE /api/v1/places/{id}/reviews/me`: takes the caller's own review back. */
export async function deleteOwnReview(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const placeId = parsePlaceId(context.req.param("id") ?? "");
  if (placeId === null) return problem(context, "error.notfound");
  const result = await services.deleteOwnReview(placeId, context.var.viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}

/** `DELETE /api/v1/places/{id}/reviews/{user_id}`: the administrator removes anybody's review. */
export async function deleteReview(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const placeId = parsePlaceId(context.req.param("id") ?? "");
  const userId = context.req.param("user_id");
  if (placeId === null || userId === undefined) return problem(context, "error.notfound");
  const result = await services.deleteReview({ placeId, userId }, context.var.viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}
