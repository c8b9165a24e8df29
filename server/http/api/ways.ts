import { lineBodySchema, lineQuerySchema, wayQuerySchema, waySchema } from "#domain/way/way.ts";
import { maxWayPlaces } from "#domain/way/way-plan.ts";
import { type ApiCall, apiCall } from "#server/http/api-call.ts";
import { requestLocale } from "#server/i18n.ts";

const responses = {
  200: {
    description: `The way with at most ${maxWayPlaces} places, spread over it`,
    schema: waySchema,
  },
};
const headers = { "Cache-Control": "private, no-store" };

/** See docs/product#ways. */
const getWay = apiCall(
  {
    method: "get",
    path: "/ways",
    summary:
      "Places along a way on foot, by bicycle or by car, each with its state when one passes it; straight for visitors who may not get directions",
    query: wayQuerySchema,
    responses,
    isCostly: true,
  },
  async ({ context, services, viewer, query }) => {
    const options = { language: requestLocale(context.req.raw), signal: context.req.raw.signal };
    return context.json(await services.places.findWay(query, viewer, options), 200, headers);
  },
);

/** A track of one's own, which is not stored. */
const postWay = apiCall(
  {
    method: "post",
    path: "/ways",
    summary: "Places along a line, each with its state when one passes it",
    query: lineQuerySchema,
    body: lineBodySchema,
    responses,
    isCostly: true,
  },
  async ({ context, services, viewer, query, body }) => {
    const way = await services.places.findAlongLine(body.coordinates, query, viewer);
    return context.json(way, 200, headers);
  },
);

/** Calls for ways. */
export const wayCalls: readonly ApiCall[] = [getWay, postWay];
