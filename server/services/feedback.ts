import type { Report } from "#domain/feedback/report.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import {
  findPendingCorrection,
  resolveCorrection,
  sendCorrection,
} from "#server/feedback/corrections.ts";
import { findPendingReport, reportPlace, resolveReport } from "#server/feedback/reports.ts";
import { confirmAsVisitor, reportAsVisitor } from "#server/feedback/visitor-feedback.ts";
import type { Geo } from "#server/geo/geo.ts";
import { bind } from "./bind.ts";
import type { Publishing, WriteDeps } from "./writes.ts";

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
  readonly publishing: Publishing["publishing"];
}

/** Confirmations, reports and corrections, and how staff settle them. */
export function feedbackServices(deps: FeedbackServiceDeps) {
  const { writeDeps, geo, visitorReports, publishing } = deps;
  const asVisitor = { ...writeDeps, ...visitorReports };
  return {
    ...publishing({
      confirmPlace: (
        placeId: number,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? confirmAsVisitor(asVisitor, { placeId, client })
          : confirmPlace(writeDeps, placeId, viewer),
      reportPlace: (
        placeId: number,
        report: Report,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? reportAsVisitor(asVisitor, { placeId, client }, report)
          : reportPlace(writeDeps, placeId, report, viewer),
      ...bind(writeDeps, { resolveReport }),
    }),
    ...bind(writeDeps, { findPendingReport, findPendingCorrection, resolveCorrection }),
    ...bind({ ...writeDeps, forward: geo.correct }, { sendCorrection }),
  };
}
