import { createHash } from "node:crypto";
import type { Context } from "hono";
import { parsePlaceListQuery } from "#domain/place-list-query.ts";
import { encodePlaceTile } from "#server/places/place-tile.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { keepUntilTheMinuteTurns } from "../keep-until-the-minute-turns.ts";
import { problem } from "../problem.ts";
import { parseTileAddress } from "../tile-address.ts";

const tileParameters = new Set(["accessible", "free", "public", "open", "unknown"]);

/**
 * `GET /tiles/places/{z}/{x}/{y}.mvt`: the places of one map tile as a Mapbox vector tile.
 *
 * Fresh at most until the minute turns, since it says what is open. The administrator's tiles show
 * unaccepted places and are never kept.
 */
export async function getPlaceTile(context: Context<AppEnvironment>, services: Services) {
  const { z = "", x = "", file = "" } = context.req.param() as Record<string, string>;
  const address = parseTileAddress(z, x, file);
  if (!address) return problem(context, "error.notfound");
  const { searchParams: parameters } = new URL(context.req.url);
  const strangers = [...new Set(parameters.keys())].filter((name) => !tileParameters.has(name));
  const parsed = parsePlaceListQuery(parameters, { ignoreUnknownParameters: true });
  if (strangers.length > 0 || !parsed.ok) {
    const faults = strangers.map((field) => ({ field, code: "error.parameter" as const }));
    return problem(context, "error.parameter", [...faults, ...(parsed.ok ? [] : parsed.faults)]);
  }
  const { viewer } = context.var;
  const bytes = encodePlaceTile(services.placeTile(address, parsed.query, viewer));
  keepUntilTheMinuteTurns(context, services.now());
  const etag = createHash("sha1").update(bytes).digest("base64url");
  context.header("ETag", `"${etag}"`);
  return context.body(bytes, 200, { "Content-Type": "application/vnd.mapbox-vector-tile" });
}
