import type { Report } from "#domain/feedback/report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import {
  findPendingCorrection,
  resolveCorrection,
  sendCorrection,
} from "#server/feedback/corrections.ts";
import {
  findPendingReport,
  reopenReport,
  reportPlace,
  resolveReport,
} from "#server/feedback/reports.ts";
import { confirmAsVisitor, reportAsVisitor } from "#server/feedback/visitor-feedback.ts";
import type { Geo } from "#server/geo/geo.ts";
import { bind, bindWrites, type WriteDeps } from "./bind.ts";

/** Settings of confirmations and reports by visitors without an account. */
export interface VisitorReports {
  readonly isAllowed: boolean;
  readonly isLimited: boolean;
}

/** Whether a viewer confirms and reports without an account; false for an unread session, whose viewer may have one. */
export function isReportingVisitor(
  { userId, isUnread }: Viewer,
  { isAllowed }: VisitorReports,
): boolean {
  return userId === null && !isUnread && isAllowed;
}

interface FeedbackServiceDeps {
  readonly writeDeps: WriteDeps;
  readonly geo: Pick<Geo, "correct">;
  readonly visitorReports: VisitorReports;
}

/** Confirmations, reports and corrections, and how staff settle them. */
export function feedbackServices({ writeDeps, geo, visitorReports }: FeedbackServiceDeps) {
  return {
    ...bindWrites(writeDeps, {
      confirmPlace: (
        deps,
        placeId: number,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? confirmAsVisitor({ ...deps, ...visitorReports }, { placeId, client })
          : confirmPlace(deps, placeId, viewer),
      reportPlace: (
        deps,
        placeId: number,
        report: Report,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? reportAsVisitor({ ...deps, ...visitorReports }, { placeId, client }, report)
          : reportPlace(deps, placeId, report, viewer),
      ...{ resolveReport, reopenReport },
    }),
    ...bind(writeDeps, { findPendingReport, findPendingCorrection, resolveCorrection }),
    ...bind({ ...writeDeps, forward: geo.correct }, { sendCorrection }),
  };
}
