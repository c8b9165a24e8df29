import type { Context } from "hono";
import type { Services } from "#server/services.ts";
import { answerGeoText } from "../answer-geo-text.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** `GET /api/v1/geo/search`: the addresses that a text means, the likeliest first. */
export function getGeoSearch(context: Context<AppEnvironment>, services: Services) {
  return answerGeoText(context, (text, options) => services.geo.search(text, options));
}
