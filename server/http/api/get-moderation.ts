import type { Context } from "hono";
import { parseModerationQuery } from "#domain/moderation-query.ts";
import { refusalOf } from "#server/accounts/permission.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/** `GET /api/v1/moderation`: one page of what waits, of what was deleted, and of the audit trail. */
export async function getModeration(context: Context<AppEnvironment>, services: Services) {
  const { viewer } = context.var;
  const refusal = refusalOf(viewer, "moderate");
  if (refusal) return problem(context, refusal);
  const parameters = new URL(context.req.url).searchParams;
  const parsed = parseModerationQuery(parameters, { ignoreUnknownParameters: false });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const result = await services.moderation.readQueue(parsed.query, viewer);
  if (!result.ok) return problem(context, result.code);
  context.header("Cache-Control", "private, no-store");
  return context.json(result.queue);
}
