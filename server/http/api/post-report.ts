import type { Context } from "hono";
import { checkReport } from "#domain/check-report.ts";
import { parsePlaceId } from "#domain/place-id.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/**
 * `POST /api/v1/places/{id}/reports`: the caller says what is wrong with a place. 201, also another
 * time the same day, which changes nothing.
 */
export async function postReport(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "reportPlace");
  if (refusal) return problem(context, refusal);
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const json = await readJsonBody(context);
  if (!json.ok) return problem(context, "error.parameter", json.faults);
  const checked = checkReport(json.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const result = await services.reportPlace(id, checked.report, viewer);
  return result.ok ? context.body(null, 201) : problem(context, result.code);
}
