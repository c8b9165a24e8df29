import type { Context } from "hono";
import { checkCorrection } from "#domain/feedback/correction.ts";
import { checkReport } from "#domain/feedback/report.ts";
import { parsePlaceId } from "#domain/place/place.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { readJsonBody, unknownParameters } from "#server/http/call-input.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

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
