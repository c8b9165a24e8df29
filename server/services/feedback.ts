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

/** Whether a viewer confirms and reports without an account; one whose session is unread may have one. */
export function isReportingVisitor(
  { userId, isUnread }: Viewer,
  { isAllowed }: VisitorReports,
): boolean {
  return userId === null && !isUnread && isAllowed;
}

interface FeedbackServiceDeps {
  readonly writing: WriteDeps;
  readonly geo: Pick<Geo, "correct">;
  readonly visitorReports: VisitorReports;
  readonly publishing: Publishing["publishing"];
}

/** Confirmations, reports and corrections, and how staff settle them. */
export function feedbackServices(deps: FeedbackServiceDeps) {
  const { writing, geo, visitorReports, publishing } = deps;
  const asVisitor = { ...writing, ...visitorReports };
  return {
    ...publishing({
      confirmPlace: (
        placeId: number,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? confirmAsVisitor(asVisitor, { placeId, client })
          : confirmPlace(writing, placeId, viewer),
      reportPlace: (
        placeId: number,
        report: Report,
        viewer: Viewer,
        client: Pick<RequestClient, "clientAddress">,
      ) =>
        isReportingVisitor(viewer, visitorReports)
          ? reportAsVisitor(asVisitor, { placeId, client }, report)
          : reportPlace(writing, placeId, report, viewer),
      ...bind(writing, { resolveReport }),
    }),
    ...bind(writing, { findPendingReport, findPendingCorrection, resolveCorrection }),
    ...bind({ ...writing, forward: geo.correct }, { sendCorrection }),
  };
}
