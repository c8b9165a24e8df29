import type { Context } from "hono";
import { checkAcceptMany, parseModerationQuery } from "#domain/moderation/moderation-query.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { checkPosition } from "#domain/place/place-position.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { readJsonBody, unknownParameters } from "#server/http/call-input.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/** `GET /api/v1/moderation`: one page of what waits, of what was deleted, and of the audit trail. */
export async function getModeration(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "moderate");
  if (refusal) return problem(context, refusal);
  const parameters = new URL(context.req.url).searchParams;
  const parsed = parseModerationQuery(parameters, { ignoreUnknownParameters: false });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const result = await services.moderation.readQueue(parsed.query, viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json(result.queue);
}

/** `POST /api/v1/moderation/accept`: accepts several places; the answer names those it did not find. */
export async function acceptPlaces(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "acceptPlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const read = await readJsonBody(context);
  if (!read.ok) return problem(context, "error.parameter", read.faults);
  const checked = checkAcceptMany(read.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const result = await services.moderation.acceptPlaces(checked.ids, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json({ accepted: result.accepted, unknown: result.unknown });
}

/** `POST /api/v1/places/{id}/accept`: from now on everyone sees the place; 204 also when they did already. */
export async function acceptPlace(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "acceptPlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const result = await services.moderation.acceptPlaces([id], viewer);
  if (!result.ok) return problem(context, result.code);
  if (result.unknown.length > 0) return problem(context, "error.notfound");
  return context.body(null, 204);
}

/** `PUT /api/v1/places/{id}/position`: where the place is, from now on exactly; 204. */
export async function putPlacePosition(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "setPlacePosition");
  if (refusal) return problem(context, refusal);
  const unknown = unknownParameters(context);
  if (unknown.length > 0) return problem(context, "error.parameter", unknown);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const read = await readJsonBody(context);
  if (!read.ok) return problem(context, "error.parameter", read.faults);
  const checked = checkPosition(read.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const { position } = checked;
  const result = await services.moderation.setPlacePosition({ id, position }, viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}

/** `DELETE /api/v1/places/{id}`: nobody sees the place any more; it can be restored for a time. */
export async function deletePlace(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "deletePlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const result = await services.moderation.deletePlace(id, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.body(null, 204);
}

/** `POST /api/v1/places/{id}/restore`: undoes a deletion; 409 when the place has been added again. */
export async function restorePlace(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "restorePlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const result = await services.moderation.restorePlace(id, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.body(null, 204);
}
