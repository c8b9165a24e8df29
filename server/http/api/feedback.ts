import type { Context } from "hono";
import { correctionSchema } from "#domain/feedback/correction.ts";
import { reportSchema } from "#domain/feedback/report.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { openCall, openPlaceCall, readBody } from "#server/http/open-call.ts";
import { problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

/**
 * `POST /api/v1/places/{id}/confirmations`: the caller confirms that a place is still as described.
 * 201 with the instant of the last confirmation, also for a second call on the same day, which
 * changes nothing.
 */
export async function postConfirmation(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "confirmPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const result = await services.confirmPlace(placeId, viewer);
  if (!result.ok) return problem(context, result.code);
  return context.json({ last_confirmed: result.lastConfirmed.toISOString() }, 201);
}

/**
 * `POST /api/v1/places/{id}/reports`: the caller reports a fault at a place. 201, also for a second
 * call on the same day, which changes nothing.
 */
export async function postReport(context: Context<AppEnvironment>, services: Services) {
  const call = openPlaceCall(context, { capability: "reportPlace" });
  if (!call.ok) return call.answer;
  const { placeId, viewer } = call;
  const checked = await readBody(context, reportSchema);
  if (!checked.ok) return checked.answer;
  const result = await services.reportPlace(placeId, checked.value, viewer);
  return result.ok ? context.body(null, 201) : problem(context, result.code);
}

/** `POST /api/v1/corrections`: the caller corrects an address. */
export async function postCorrection(context: Context<AppEnvironment>, services: Services) {
  const call = openCall(context, { capability: "correctAddress" });
  if (!call.ok) return call.answer;
  const { viewer } = call;
  const checked = await readBody(context, correctionSchema);
  if (!checked.ok) return checked.answer;
  const result = await services.sendCorrection(checked.value, viewer);
  return result.ok ? context.body(null, 201) : problem(context, result.code);
}
