import type { Context } from "hono";
import { positionSchema } from "#domain/geography/position-schema.ts";
import { moderationQuerySchema } from "#domain/moderation/moderation-query.ts";
import { moderationQueueSchema } from "#domain/moderation/moderation-queue.ts";
import {
  acceptedManySchema,
  acceptManySchema,
  deletionQuerySchema,
  manyPlacesSchema,
  openedManySchema,
} from "#domain/moderation/moderation-request.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type ApiCall, apiCall, settled } from "#server/http/api-call.ts";
import { conflictProblem, problem } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";

const getModeration = apiCall(
  {
    method: "get",
    path: "/moderation",
    summary: "Waiting places, reports and corrections, deleted places, and the audit trail",
    permission: "moderate",
    query: moderationQuerySchema,
    responses: { 200: { description: "The lists", schema: moderationQueueSchema } },
  },
  async ({ context, services, viewer, query }) => {
    const result = await services.moderation.readQueue(query, viewer);
    if (!result.ok) return problem(context, result.code);
    return context.json(result.queue, 200, { "Cache-Control": "private, no-store" });
  },
);

const acceptPlaces = apiCall(
  {
    method: "post",
    path: "/moderation/accept",
    summary:
      "Accepts several places; unknown ids, and places that were changed since they were read, are named and the others are accepted",
    permission: "acceptPlace",
    body: acceptManySchema,
    responses: {
      200: {
        description:
          "Ids of the accepted places, of those that were not found, and of those that were changed",
        schema: acceptedManySchema,
      },
    },
  },
  async ({ context, services, viewer, body }) => {
    const result = await services.writes.acceptPlaces(body, viewer);
    if (!result.ok) return problem(context, result.code);
    const { accepted, unknown } = result;
    return context.json({
      accepted,
      unknown,
      changed: result.changed.map(({ place }) => place.id),
    });
  },
);

const openPlaces = apiCall(
  {
    method: "post",
    path: "/moderation/open",
    summary:
      "Opens several places that are closed for now, and settles the reports that say so; unknown ids are named and the others are opened",
    permission: "moderate",
    body: manyPlacesSchema,
    responses: {
      200: {
        description: "Ids of the opened places, and of those that were not found",
        schema: openedManySchema,
      },
    },
  },
  async ({ context, services, viewer, body }) => {
    const result = await services.writes.openPlaces(body.ids, viewer);
    if (!result.ok) return problem(context, result.code);
    return context.json({ opened: result.opened, unknown: result.unknown });
  },
);

const acceptPlace = apiCall(
  {
    method: "post",
    path: "/places/:id/accept",
    summary: "Accepts one place: from now on everyone sees it; staff only",
    permission: "acceptPlace",
    ifMatch: "optional",
    responses: { 204: { description: "Accepted, now or before" } },
  },
  async ({ context, services, viewer, placeId, version }) => {
    const versions = typeof version === "number" ? { [placeId]: version } : {};
    const result = await services.writes.acceptPlaces({ ids: [placeId], versions }, viewer);
    if (!result.ok) return problem(context, result.code);
    if (result.unknown.length > 0) return problem(context, "error.notfound");
    const [conflict] = result.changed;
    return conflict ? conflictProblem(context, conflict) : context.body(null, 204);
  },
);

const putPlacePosition = apiCall(
  {
    method: "put",
    path: "/places/:id/position",
    summary: "Sets where a place is; its position is then no longer approximate; staff only",
    permission: "setPlacePosition",
    body: positionSchema,
    responses: { 204: { description: "The position is set" } },
  },
  async ({ context, services, viewer, placeId, body }) => {
    const change = { id: placeId, position: body };
    return settled(context, await services.writes.setPlacePosition(change, viewer));
  },
);

/** The place is hidden from visitors (docs/product#deletion). */
const deletePlace = apiCall(
  {
    method: "delete",
    path: "/places/:id",
    summary:
      "Deletes one place; it can be restored for 30 days; staff only. A place that waits is declined by it, and its contributor is told the reason",
    permission: "deletePlace",
    ifMatch: "optional",
    query: deletionQuerySchema,
    responses: { 204: { description: "Deleted" } },
    failures: {
      "error.conflict":
        "the place has been changed since that version, or with `waiting` is accepted by now",
    },
  },
  async ({ context, services, viewer, placeId, version, query }) => {
    const { reason, waiting: isPending } = query;
    const deletion = { id: placeId, reason, version, isPending };
    const result = await services.writes.deletePlace(deletion, viewer);
    const isConflict = !result.ok && result.code === "error.conflict";
    return isConflict ? conflictProblem(context, result) : settled(context, result);
  },
);

const restorePlace = apiCall(
  {
    method: "post",
    path: "/places/:id/restore",
    summary: "Brings a deleted place back as it was; staff only",
    permission: "restorePlace",
    responses: {
      204: { description: "The place is visible, restored now or never deleted" },
    },
    failures: { "error.duplicate": "the place has been added again meanwhile" },
  },
  async ({ context, services, viewer, placeId }) => {
    return settled(context, await services.writes.restorePlace(placeId, viewer));
  },
);

const putModerator = apiCall(
  {
    method: "put",
    path: "/moderation/moderators/:user_id",
    summary:
      "Makes an account a moderator's, who accepts, edits and deletes places and settles reports; administrator only",
    permission: "appointModerators",
    responses: { 204: { description: "A moderator's, now or before" } },
    failures: {
      "error.forbidden":
        "also for the administrator's own account, a disabled one, and one whose address is not confirmed",
      "error.notfound": "",
    },
  },
  ({ context, services, viewer }) => setModerator(context, services, viewer, true),
);

const deleteModerator = apiCall(
  {
    method: "delete",
    path: "/moderation/moderators/:user_id",
    summary: "Takes the rights of a moderator from an account; administrator only",
    permission: "appointModerators",
    responses: { 204: { description: "Not a moderator's, now or before" } },
    failures: { "error.notfound": "" },
  },
  ({ context, services, viewer }) => setModerator(context, services, viewer, false),
);

async function setModerator(
  context: Context,
  services: Services,
  viewer: Viewer,
  isModerator: boolean,
): Promise<Response> {
  const accountId = context.req.param("user_id") ?? "";
  const result = await services.writes.setModerator({ accountId, isModerator }, viewer);
  return settled(context, result);
}

/** Numbers of places of which hours, price and access are known, week by week (docs/product#what-is-known). */
const getCompleteness = apiCall(
  {
    method: "get",
    path: "/status/completeness",
    summary:
      "Week by week, how many of the places have opening hours, a price, and say who may go in; each week by its Monday",
    permission: "seeStatus",
    responses: { 200: { description: "The weeks, the oldest first", mediaType: "text/csv" } },
  },
  async ({ context, services }) => {
    const csv = await services.operator.completenessAsCsv();
    return context.body(csv, 200, {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Cache-Control": "private, no-store",
    });
  },
);

/** Calls of staff. */
export const moderationCalls: readonly ApiCall[] = [
  deletePlace,
  acceptPlace,
  putPlacePosition,
  restorePlace,
  getModeration,
  acceptPlaces,
  openPlaces,
  putModerator,
  deleteModerator,
  getCompleteness,
];
