import type { Context } from "hono";
import { checkReview } from "#domain/check-review.ts";
import { parsePlaceId } from "#domain/place-id.ts";
import { accountIdOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
