import type { Context } from "hono";
import type { Services } from "#server/services.ts";
import { answerGeoText } from "../answer-geo-text.ts";
import type { AppEnvironment } from "../app-environment.ts";

/** `GET /api/v1/geo/suggest`: what someone who is typing may mean; none below three characters. */
export function getGeoSuggest(context: Context<AppEnvironment>, services: Services) {
  return answerGeoText(context, (text, options) => services.geo.suggest(text, options));
}
