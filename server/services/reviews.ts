import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { PlaceDeps } from "#server/places/place-cache.ts";
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
import { bind, bindWrites, type WriteDeps } from "./bind.ts";
import { isReportingVisitor, type VisitorReports } from "./feedback.ts";

interface ReviewServiceDeps {
  readonly readDeps: PlaceDeps;
  readonly writeDeps: WriteDeps;
  readonly visitorReports: VisitorReports;
  /** Whether there is a mail server, so that accounts can confirm their address. */
  readonly sendsMails: boolean;
}

export function reviewServices({
  readDeps,
  writeDeps,
  visitorReports,
  sendsMails,
}: ReviewServiceDeps) {
  const writing = { ...writeDeps, sendsMails };
  const reporting = { ...writeDeps, ...visitorReports };
  return {
    ...bind(readDeps, { listReviews }),
    ...bind(writeDeps, { findOwnReview, findReview }),
    ...bindWrites(writing, { putReview, deleteOwnReview, deleteReview, settleReview }),
    reportReview: (
      ids: ReviewIds,
      report: ReviewReport,
      viewer: Viewer,
      client: Pick<RequestClient, "clientAddress">,
    ) =>
      isReportingVisitor(viewer, visitorReports)
        ? reportReviewAsVisitor(reporting, { ...ids, client }, report)
        : reportReview(reporting, { ...ids, client }, report, viewer),
  };
}
