import {
  namingLimit,
  reviewLimit,
  unconfirmedTextLimit,
  visitorReportLimit,
} from "#domain/account/daily-limits.ts";
import { newReviewSchema } from "#domain/feedback/new-review.ts";
import { reviewListQuerySchema, reviewListSchema, reviewSchema } from "#domain/feedback/review.ts";
import {
  namingReason,
  reviewDecisionSchema,
  reviewReportSchema,
  settledDays,
} from "#domain/feedback/review-report.ts";
import { type ApiCall, apiCall, settled } from "#server/http/api-call.ts";
import { problem } from "#server/http/problem.ts";

/** The reviews that the viewer may see. */
const getReviews = apiCall(
  {
    method: "get",
    path: "/places/:id/reviews",
    summary: "The reviews of one place",
    query: reviewListQuerySchema,
    responses: { 200: { description: "The reviews", schema: reviewListSchema } },
    isCostly: true,
  },
  async ({ context, services, viewer, placeId, query }) => {
    const page = await services.reviews.listReviews(placeId, query, viewer);
    if (!page) return problem(context, "error.notfound");
    context.header("Cache-Control", "private, no-cache");
    context.header("Vary", "Cookie");
    return context.json(page);
  },
);

/** 204 without a review. */
const getOwnReview = apiCall(
  {
    method: "get",
    path: "/places/:id/reviews/me",
    summary: "The caller's own review of one place",
    permission: "reviewPlace",
    responses: {
      200: { description: "The review", schema: reviewSchema },
      204: { description: "The caller has not reviewed the place" },
    },
  },
  async ({ context, services, viewer, placeId }) => {
    const found = await services.reviews.findOwnReview(placeId, viewer);
    if (!found.ok) return problem(context, found.code);
    context.header("Cache-Control", "private, no-cache");
    context.header("Vary", "Cookie");
    return found.review ? context.json(found.review) : context.body(null, 204);
  },
);

const putOwnReview = apiCall(
  {
    method: "put",
    path: "/places/:id/reviews/me",
    summary: `Reviews one place, or changes the caller's own review of it. Texts of an account whose address is not confirmed are held from the ${unconfirmedTextLimit + 1}th of a day (UTC) on`,
    permission: "reviewPlace",
    body: newReviewSchema,
    responses: {
      200: { description: "The review, changed", schema: reviewSchema },
      201: {
        description: "The review, the caller's first one of this place",
        schema: reviewSchema,
      },
    },
    failures: { "error.limit": `${reviewLimit} a day (UTC), by the administrator any number` },
  },
  async ({ context, services, viewer, placeId, body }) => {
    const result = await services.writes.putReview(placeId, body, viewer);
    if (!result.ok) return problem(context, result.code);
    return context.json(result.review, result.isNew ? 201 : 200);
  },
);

const deleteOwnReview = apiCall(
  {
    method: "delete",
    path: "/places/:id/reviews/me",
    summary: "Deletes the caller's own review of one place",
    permission: "reviewPlace",
    responses: { 204: { description: "Deleted" } },
  },
  async ({ context, services, viewer, placeId }) =>
    settled(context, await services.writes.deleteOwnReview(placeId, viewer)),
);

const deleteReview = apiCall(
  {
    method: "delete",
    path: "/places/:id/reviews/:user_id",
    summary: "Deletes any account's review of one place; staff only",
    permission: "deleteAnyReview",
    responses: { 204: { description: "Deleted" } },
  },
  async ({ context, services, viewer, placeId }) => {
    const userId = context.req.param("user_id");
    if (userId === undefined) return problem(context, "error.notfound");
    return settled(context, await services.writes.deleteReview({ placeId, userId }, viewer));
  },
);

const postReviewReport = apiCall(
  {
    method: "post",
    path: "/places/:id/reviews/:review_id/reports",
    ids: ["review_id"],
    summary:
      "Reports a review; once for each account as long as the report waits. Without a session once a day (UTC) by the client's address, unless the operator takes none",
    permission: "reportReview",
    body: reviewReportSchema,
    responses: { 201: { description: "Stored; staff will look at the review" } },
    failures: {
      "error.forbidden": "also for the caller's own review",
      "error.settled": `staff have kept it within ${settledDays} days, and it is unchanged`,
      "error.limit": `${namingLimit} reports a day (UTC) with the reason ${namingReason}, and without a session ${visitorReportLimit} in all`,
    },
  },
  async ({ context, services, viewer, placeId, ids, body }) => {
    const { client } = context.var;
    const review = { placeId, reviewId: ids.review_id };
    return settled(context, await services.writes.reportReview(review, body, viewer, client), 201);
  },
);

const postReviewDecision = apiCall(
  {
    method: "post",
    path: "/moderation/reviews/:review_id",
    ids: ["review_id"],
    summary:
      "Keeps a review, or removes it with a reason for its author; its reports are settled; staff only",
    permission: "deleteAnyReview",
    body: reviewDecisionSchema,
    responses: { 204: { description: "Done" } },
    failures: {
      "error.notfound": "",
      "error.conflict": "its author has changed it since `added`",
    },
  },
  async ({ context, services, viewer, ids, body }) =>
    settled(context, await services.writes.settleReview(ids.review_id, body, viewer)),
);

/** Calls for the reviews of a place. */
export const reviewCalls: readonly ApiCall[] = [
  getReviews,
  getOwnReview,
  putOwnReview,
  deleteOwnReview,
  deleteReview,
  postReviewReport,
  postReviewDecision,
];
