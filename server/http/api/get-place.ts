import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";
import { unknownParameters } from "../unknown-parameters.ts";

/** `GET /api/v1/places/{id}`: one place; 404 where there is none that the caller may see. */
export async function getPlace(context: Context<AppEnvironment>, services: Services) {
  const faults = unknownParameters(context);
  if (faults.length > 0) return problem(context, "error.parameter", faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  const place = id === null ? null : await services.findPlace(id, context.var.viewer);
  if (!place) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(place);
}
