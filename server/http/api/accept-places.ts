import type { Context } from "hono";
import { checkAcceptMany } from "#domain/check-accept-many.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

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
