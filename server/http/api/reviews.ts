import type { Context } from "hono";
import { newReviewSchema } from "#domain/feedback/new-review.ts";
import { reviewListQuerySchema } from "#domain/feedback/review.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { openPlaceCall, readBody } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** `GET /api/v1/places/{id}/reviews`: the reviews of one place that the caller may see. */
export async function getReviews(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { query: reviewListQuerySchema });
  if (!call.ok) return call.answer;
  const page = await services.listReviews(call.placeId, call.query, call.viewer);
  if (!page) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}

/**
 * `GET /api/v1/places/{id}/reviews/me`: the caller's own review; 204 where the caller has not
 * reviewed the place, which is not an error.
 */
export async function getOwnReview(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "reviewPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const found = await services.findOwnReview(placeId, viewer);
  if (!found.ok) return problem(context, found.code);
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return found.review ? context.json(found.review) : context.body(null, 204);
}

/** `PUT /api/v1/places/{id}/reviews/me`: 201 for the caller's first review of the place, else 200. */
export async function putOwnReview(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "reviewPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const checked = await readBody(context, newReviewSchema);
  if (!checked.ok) return checked.answer;
  const result = await services.putReview(placeId, checked.value, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json(result.review, result.isNew ? 201 : 200);
}

/** `DELETE /api/v1/places/{id}/reviews/me`: deletes the caller's own review. */
export async function deleteOwnReview(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "reviewPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const result = await services.deleteOwnReview(placeId, viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}

/**
 * `DELETE /api/v1/places/{id}/reviews/{user_id}`: the administrator removes any account's review.
 */
export async function deleteReview(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "deleteAnyReview" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const userId = context.req.param("user_id");
  if (userId === undefined) return problem(context, "error.notfound");
  const result = await services.deleteReview({ placeId, userId }, viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}
