import type { Context } from "hono";
import { checkNewPlace } from "#domain/check-new-place.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { fieldProblem, problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
