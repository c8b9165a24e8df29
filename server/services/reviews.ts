import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "#server/places/list-places.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import {
  findReview,
  type ReviewIds,
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
  readonly readDeps: PlaceDeps;
  readonly writeDeps: WriteDeps;
  readonly visitorReports: VisitorReports;
  readonly publishing: Publishing["publishing"];
}

export function reviewServices(deps: ReviewServiceDeps) {
  const { readDeps, writeDeps, visitorReports, publishing } = deps;
  return {
    ...bind(readDeps, { listReviews }),
    ...bind(writeDeps, { findOwnReview, findReview }),
    ...publishing(bind(writeDeps, { putReview, deleteOwnReview, deleteReview, settleReview })),
    reportReview: (
      ids: ReviewIds,
      report: ReviewReport,
      viewer: Viewer,
      client: Pick<RequestClient, "clientAddress">,
    ) =>
      isReportingVisitor(viewer, visitorReports)
        ? reportReviewAsVisitor({ ...writeDeps, ...visitorReports }, { ...ids, client }, report)
        : reportReview(writeDeps, ids, report, viewer),
  };
}
