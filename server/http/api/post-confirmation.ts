import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/**
 * `POST /api/v1/places/{id}/confirmations`: the caller says that all is still true of a place. 201
 * with the instant of the last confirmation, also another time the same day, which changes nothing.
 */
export async function postConfirmation(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "confirmPlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const result = await services.confirmPlace(id, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json({ last_confirmed: result.lastConfirmed.toISOString() }, 201);
}
