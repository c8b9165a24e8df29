import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
