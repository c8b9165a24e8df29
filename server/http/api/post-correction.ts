import type { Context } from "hono";
import { checkCorrection } from "#domain/check-correction.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/** `POST /api/v1/corrections`: the caller corrects an address. */
export async function postCorrection(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "correctAddress");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const json = await readJsonBody(context);
  if (!json.ok) return problem(context, "error.parameter", json.faults);
  const checked = checkCorrection(json.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const result = await services.sendCorrection(checked.correction, viewer);
  return result.ok ? context.body(null, 201) : problem(context, result.code);
}
