import type { Context } from "hono";
import { placeHistorySchema, takeBackSchema } from "#domain/edits/place-history.ts";
import {
  maxPendingProposals,
  proposalDecisionSchema,
  proposalSchema,
} from "#domain/edits/proposal.ts";
import { placeSchema } from "#domain/place/place.ts";
import { pageQuerySchema } from "#domain/validation/parse-query.ts";
import { type EditPlaceResult, placeEditSchema } from "#server/edits/edit-place.ts";
import type { TakeBackResult } from "#server/edits/place-history.ts";
import type { DecideProposalResult } from "#server/edits/proposals.ts";
import { type ApiCall, apiCall, settled } from "#server/http/api-call.ts";
import { conflictProblem, problem, validationProblem } from "#server/http/problem.ts";

const version = { ETag: "Version of the place; If-Match takes it" };

/** See docs/product#edit. */
const patchPlace = apiCall(
  {
    method: "patch",
    path: "/places/:id",
    summary:
      "Edits one place: staff's edit, and a contributor's of an own place that waits for acceptance, is made at once, any other waits as a proposal",
    permission: "proposeEdit",
    ifMatch: "required",
    body: placeEditSchema,
    responses: {
      200: { description: "The place after the edit", schema: placeSchema, headers: version },
      202: {
        description: "The proposal, which waits for staff; an earlier one that waits is replaced",
        schema: proposalSchema,
      },
    },
    failures: {
      "error.duplicate": "a place with the same city, address and comments exists",
      "error.fillout": "one time of a day is missing",
      "error.invalidtime": "a day closes before it opens",
      "error.limit": `${maxPendingProposals} proposals of the account wait`,
    },
  },
  async ({ context, services, viewer, placeId, version, body }) => {
    const request = { placeId, edit: body, version: version ?? "any" };
    const result = await services.writes.editPlace(request, viewer);
    if (!result.ok) return editProblem(context, result);
    context.header("Cache-Control", "no-store");
    if (result.made === "proposal") return context.json(result.proposal, 202);
    context.header("ETag", `"${result.place.version}"`);
    return context.json(result.place);
  },
);

type EditFailure = Extract<
  EditPlaceResult | TakeBackResult | DecideProposalResult,
  { readonly ok: false }
>;

function editProblem(context: Context, failure: EditFailure): Response {
  if (failure.code === "invalid") return validationProblem(context, failure.errors);
  if (failure.code !== "error.conflict") return problem(context, failure.code);
  return conflictProblem(context, failure);
}

const getPlaceHistory = apiCall(
  {
    method: "get",
    path: "/places/:id/history",
    summary: "History of one place, newest first, and what its import says otherwise",
    query: pageQuerySchema,
    responses: {
      200: { description: "The page; beyond the last one it is empty", schema: placeHistorySchema },
    },
  },
  async ({ context, services, viewer, placeId, query: { page } }) => {
    const history = await services.edits.readPlaceHistory({ placeId, page }, viewer);
    if (!history) return problem(context, "error.notfound");
    return context.json(history, 200, { "Cache-Control": "private, no-cache" });
  },
);

const takeBackEdit = apiCall(
  {
    method: "post",
    path: "/places/:id/history/:edit/take-back",
    ids: ["edit"],
    summary:
      "Takes an edit back, in all its fields or in some: they get the values from before; staff only",
    permission: "takeBackEdit",
    body: takeBackSchema,
    responses: { 200: { description: "The place", schema: placeSchema, headers: version } },
    failures: {
      "error.conflict":
        "fields have been changed again since; changes names them, and nothing is taken back",
      "error.duplicate": "another place has the same city, address and comments by now",
    },
  },
  async ({ context, services, viewer, placeId, ids, body: { fields = null } }) => {
    const request = { placeId, editId: ids.edit, fields };
    const result = await services.writes.takeBackEdit(request, viewer);
    if (!result.ok) return editProblem(context, result);
    context.header("Cache-Control", "no-store");
    context.header("ETag", `"${result.place.version}"`);
    return context.json(result.place);
  },
);

const emptyEdit = apiCall(
  {
    method: "delete",
    path: "/places/:id/history/:edit",
    ids: ["edit"],
    summary:
      "Takes what an edit says out of the history for good, such as a name; its line and the place stay; staff only",
    permission: "takeBackEdit",
    responses: { 204: { description: "Emptied" } },
  },
  async ({ context, services, viewer, placeId, ids }) =>
    settled(context, await services.writes.emptyEdit({ placeId, editId: ids.edit }, viewer)),
);

const decideProposal = apiCall(
  {
    method: "post",
    path: "/moderation/proposals/:id",
    ids: ["id"],
    summary: "Accepts a proposal, whole or in some fields, or declines it; staff only",
    permission: "editPlace",
    ifMatch: "optional",
    body: proposalDecisionSchema,
    responses: { 200: { description: "The proposal as it was decided", schema: proposalSchema } },
    failures: {
      "error.notfound": "",
      "error.conflict":
        "the place has been changed since the version of If-Match or, without it, in a field that is accepted; or the proposal has been decided or withdrawn",
      "error.duplicate": "another place has the same city, address and comments",
    },
  },
  async ({ context, services, viewer, ids: { id }, version, body }) => {
    const result = await services.writes.decideProposal({ id, decision: body, version }, viewer);
    if (!result.ok) return editProblem(context, result);
    return context.json(result.proposal, 200, { "Cache-Control": "no-store" });
  },
);

const withdrawProposal = apiCall(
  {
    method: "delete",
    path: "/proposals/:id",
    ids: ["id"],
    summary: "Withdraws a proposal of the caller's own that waits",
    permission: "proposeEdit",
    responses: { 204: { description: "It is withdrawn, now or before" } },
    failures: { "error.notfound": "" },
  },
  async ({ context, services, viewer, ids: { id } }) =>
    settled(context, await services.writes.withdrawProposal(id, viewer)),
);

/** Calls for edits, proposals and the history of places. */
export const editCalls: readonly ApiCall[] = [
  patchPlace,
  getPlaceHistory,
  takeBackEdit,
  emptyEdit,
  decideProposal,
  withdrawProposal,
];
