import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
