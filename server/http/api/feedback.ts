import * as v from "valibot";
import { correctionSchema } from "#domain/feedback/correction.ts";
import { reportSchema } from "#domain/feedback/report.ts";
import { correctionLimit } from "#domain/place/add-limit.ts";
import { instantSchema } from "#domain/place/place.ts";
import { type ApiCall, apiCall } from "#server/http/api-call.ts";
import { problem } from "#server/http/problem.ts";

export const confirmationSchema = v.object({ last_confirmed: instantSchema });

const postConfirmation = apiCall(
  {
    method: "post",
    path: "/places/:id/confirmations",
    summary:
      "Confirms that a place is still as described; once a day by the place's own clock, further calls change nothing",
    capability: "confirmPlace",
    answers: { 201: { description: "Noted", schema: confirmationSchema } },
  },
  async ({ context, services, viewer, placeId }) => {
    const result = await services.feedback.confirmPlace(placeId, viewer);
    if (!result.ok) return problem(context, result.code);
    return context.json({ last_confirmed: result.lastConfirmed.toISOString() }, 201);
  },
);

const postReport = apiCall(
  {
    method: "post",
    path: "/places/:id/reports",
    summary:
      "Reports a fault at a place; once a day by the place's own clock, further calls change nothing",
    capability: "reportPlace",
    body: reportSchema,
    answers: { 201: { description: "Stored; the administrator will check it" } },
  },
  async ({ context, services, viewer, placeId, body }) => {
    const result = await services.feedback.reportPlace(placeId, body, viewer);
    return result.ok ? context.body(null, 201) : problem(context, result.code);
  },
);

const postCorrection = apiCall(
  {
    method: "post",
    path: "/corrections",
    summary: "Corrects an address",
    capability: "correctAddress",
    body: correctionSchema,
    answers: { 201: { description: "Stored; the administrator will check it" } },
    failures: { "error.limit": `${correctionLimit} within 24 hours` },
  },
  async ({ context, services, viewer, body }) => {
    const result = await services.feedback.sendCorrection(body, viewer);
    return result.ok ? context.body(null, 201) : problem(context, result.code);
  },
);

/** Calls by which visitors keep the data true. */
export const feedbackCalls: readonly ApiCall[] = [postConfirmation, postReport, postCorrection];
