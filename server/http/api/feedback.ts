import * as v from "valibot";
import {
  confirmationLimit,
  correctionLimit,
  observationLimit,
  reportLimit,
  visitorReportLimit,
} from "#domain/account/daily-limits.ts";
import { correctionSchema } from "#domain/feedback/correction.ts";
import { observationSchema } from "#domain/feedback/observation.ts";
import { reportSchema } from "#domain/feedback/report.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import { type ApiCall, apiCall, settled } from "#server/http/api-call.ts";
import { problem, validationProblem } from "#server/http/problem.ts";

export const confirmationSchema = v.object({
  last_confirmed: v.pipe(
    v.nullable(instantSchema),
    v.description(
      "last confirmation with a session; null, without a session only, where there is none",
    ),
  ),
  visitor_confirmed: v.optional(
    v.pipe(
      instantSchema,
      v.description("last confirmation without a session; only in the answer to such a one"),
    ),
  ),
});

const postConfirmation = apiCall(
  {
    method: "post",
    path: "/places/:id/confirmations",
    summary:
      "Confirms that a place is still as described; once a day by the place's own clock, further calls change nothing. Without a session once a day (UTC) by the client's address, unless the operator takes none; it leaves last_confirmed as it is",
    permission: "confirmPlace",
    responses: { 201: { description: "Noted", schema: confirmationSchema } },
    failures: {
      "error.limit": `${confirmationLimit} places a day (UTC), by the administrator any number; without a session from one client address`,
    },
  },
  async ({ context, services, viewer, placeId }) => {
    const result = await services.writes.confirmPlace(placeId, viewer, context.var.client);
    if (!result.ok) return problem(context, result.code);
    const { lastConfirmed, visitorConfirmed } = result;
    const confirmation = {
      last_confirmed: lastConfirmed?.toISOString() ?? null,
      ...(visitorConfirmed && { visitor_confirmed: visitorConfirmed.toISOString() }),
    };
    return context.json(confirmation, 201);
  },
);

const postObservation = apiCall(
  {
    method: "post",
    path: "/places/:id/observations",
    summary:
      "Says whether a place is open now; a second one of the day replaces the first: by the place's own clock with a session; without one a day (UTC) by the client's address, unless the operator takes none",
    permission: "confirmPlace",
    body: observationSchema,
    responses: { 201: { description: "Stored" } },
    failures: {
      "error.limit": `${observationLimit} places a day (UTC), by the administrator any number; without a session from one client address`,
    },
  },
  async ({ context, services, viewer, placeId, body: { open, at } }) => {
    const answer = { asked: "open", answer: open, at: at ? new Date(at) : undefined } as const;
    const { client } = context.var;
    const result = await services.writes.observePlace(placeId, answer, viewer, client);
    if (!result.ok && result.code === "error.parameter") {
      return validationProblem(context, [{ field: "at", code: result.code }]);
    }
    return settled(context, result as Exclude<typeof result, { code: "error.parameter" }>, 201);
  },
);

const postReport = apiCall(
  {
    method: "post",
    path: "/places/:id/reports",
    summary:
      "Reports a fault at a place; once a day by the place's own clock, further calls change nothing. Without a session once a day (UTC) by the client's address, unless the operator takes none",
    permission: "reportPlace",
    body: reportSchema,
    responses: { 201: { description: "Stored; the administrator will check it" } },
    failures: {
      "error.limit": `${reportLimit} places within 24 hours, by staff any number; without a session, ${visitorReportLimit} a day`,
    },
  },
  async ({ context, services, viewer, placeId, body }) => {
    const { client } = context.var;
    return settled(context, await services.writes.reportPlace(placeId, body, viewer, client), 201);
  },
);

const postCorrection = apiCall(
  {
    method: "post",
    path: "/corrections",
    summary: "Corrects an address",
    permission: "correctAddress",
    body: correctionSchema,
    responses: { 201: { description: "Stored; the administrator will check it" } },
    failures: { "error.limit": `${correctionLimit} within 24 hours` },
  },
  async ({ context, services, viewer, body }) =>
    settled(context, await services.writes.sendCorrection(body, viewer), 201),
);

/** Calls for confirmations, observations, reports and corrections. */
export const feedbackCalls: readonly ApiCall[] = [
  ...[postConfirmation, postObservation],
  ...[postReport, postCorrection],
];
