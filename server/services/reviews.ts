import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "#server/places/list-places.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import {
  findReview,
  type ReviewAddress,
  reportReview,
  reportReviewAsVisitor,
  settleReview,
} from "#server/reviews/review-reports.ts";
import {
  deleteOwnReview,
  deleteReview,
  findOwnReview,
  putReview,
} from "#server/reviews/reviews.ts";
import { bind } from "./bind.ts";
import { isReportingVisitor, type VisitorReports } from "./feedback.ts";
import type { Publishing, WriteDeps } from "./writes.ts";

interface ReviewServiceDeps {
  readonly reading: PlaceDeps;
  readonly writing: WriteDeps;
  readonly visitorReports: VisitorReports;
  readonly publishing: Publishing["publishing"];
}

export function reviewServices(deps: ReviewServiceDeps) {
  const { reading, writing, visitorReports, publishing } = deps;
  return {
    ...bind(reading, { listReviews }),
    ...bind(writing, { findOwnReview, findReview }),
    ...publishing(bind(writing, { putReview, deleteOwnReview, deleteReview, settleReview })),
    reportReview: (
      address: ReviewAddress,
      report: ReviewReport,
      viewer: Viewer,
      client: Pick<RequestClient, "clientAddress">,
    ) =>
      isReportingVisitor(viewer, visitorReports)
        ? reportReviewAsVisitor({ ...writing, ...visitorReports }, { ...address, client }, report)
        : reportReview(writing, address, report, viewer),
  };
}
