import type { Context } from "hono";
import { checkPosition } from "#domain/check-position.ts";
import { parsePlaceId } from "#domain/place-id.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { readJsonBody } from "../read-json-body.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/** `PUT /api/v1/places/{id}/position`: where the place is, from now on exactly; 204. */
export async function putPlacePosition(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "setPlacePosition");
  if (refusal) return problem(context, refusal);
  const unknown = unknownParameters(context);
  if (unknown.length > 0) return problem(context, "error.parameter", unknown);
  const id = parsePlaceId(context.req.param("id") ?? "");
  if (id === null) return problem(context, "error.notfound");
  const read = await readJsonBody(context);
  if (!read.ok) return problem(context, "error.parameter", read.faults);
  const checked = checkPosition(read.body);
  if (!checked.ok) return problem(context, "error.parameter", checked.faults);
  const { position } = checked;
  const result = await services.moderation.setPlacePosition({ id, position }, viewer);
  return result.ok ? context.body(null, 204) : problem(context, result.code);
}
