import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
