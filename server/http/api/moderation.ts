import type { Context } from "hono";
import { positionSchema } from "#domain/geography/position-schema.ts";
import { acceptManySchema, moderationQuerySchema } from "#domain/moderation/moderation-query.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { openCall, openPlaceCall, readBody } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/v1/moderation`: one page of the waiting items, of the deleted places, and of the audit
 * trail.
 */
export async function getModeration(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, {
    capability: "moderate",
    query: moderationQuerySchema,
  });
  if (!call.ok) return call.answer;
  const result = await services.moderation.readQueue(call.query, call.viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json(result.queue);
}

/** `POST /api/v1/moderation/accept`: accepts several places; the answer names those it did not find. */
export async function acceptPlaces(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { capability: "acceptPlace" });
  if (!call.ok) return call.answer;
  const { viewer } = call;
  const checked = await readBody(context, acceptManySchema);
  if (!checked.ok) return checked.answer;
  const result = await services.moderation.acceptPlaces(checked.value.ids, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json({ accepted: result.accepted, unknown: result.unknown });
}

/**
 * `POST /api/v1/places/{id}/accept`: from now on everyone sees the place; 204 also for an accepted
 * one.
 */
export async function acceptPlace(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "acceptPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const result = await services.moderation.acceptPlaces([placeId], viewer);
  if (!result.ok) return problem(context, result.code);
  if (result.unknown.length > 0) return problem(context, "error.notfound");
  return context.body(null, 204);
}

/**
 * `PUT /api/v1/places/{id}/position`: sets the position of the place, which is exact from now on;
 * 204.
 */
export async function putPlacePosition(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "setPlacePosition" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const checked = await readBody(context, positionSchema);
  if (!checked.ok) return checked.answer;
  const change = { id: placeId, position: checked.value };
  const result = await services.moderation.setPlacePosition(change, viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}

/**
 * `DELETE /api/v1/places/{id}`: visitors see the place no more; it can be restored for 30 days
 * (docs/product#deletion).
 */
export async function deletePlace(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "deletePlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const result = await services.moderation.deletePlace(placeId, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.body(null, 204);
}

/** `POST /api/v1/places/{id}/restore`: undoes a deletion; 409 when the place has been added again. */
export async function restorePlace(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "restorePlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const result = await services.moderation.restorePlace(placeId, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.body(null, 204);
}
