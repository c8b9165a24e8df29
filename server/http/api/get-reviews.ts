import type { Context } from "hono";
import { parsePlaceId } from "#domain/place-id.ts";
import { parseReviewListQuery } from "#domain/review-list-query.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { problem } from "../problem.ts";

/** `GET /api/v1/places/{id}/reviews`: the reviews of one place that the caller may see. */
export async function getReviews(context: Context<AppEnvironment>, services: Services) {
  const parsed = parseReviewListQuery(new URL(context.req.url).searchParams, {
    ignoreUnknownParameters: false,
  });
  if (!parsed.ok) return problem(context, "error.parameter", parsed.faults);
  const id = parsePlaceId(context.req.param("id") ?? "");
  const page =
    id === null ? null : await services.listReviews(id, parsed.query, context.var.viewer);
  if (!page) return problem(context, "error.notfound");
  context.header("Cache-Control", "private, no-cache");
  context.header("Vary", "Cookie");
  return context.json(page);
}
