import * as v from "valibot";
import { browserOf } from "#domain/account/device.ts";
import {
  errorFrame,
  errorName,
  maxFrames,
  maxMessageLength,
  withoutPersons,
} from "#domain/operation/browser-error.ts";
import {
  type PolicyViolation,
  type ReportedViolation,
  violationOf,
} from "#domain/operation/policy-violation.ts";
import { apiCall } from "#server/http/api-call.ts";

/*
 * Reports that browsers send about our pages. They are logged, without personal data. Setting and limits come before
 * them (`middleware/limit-requests.ts`).
 */

const failures = {
  "error.notfound": "the operator does not want reports",
  "error.toomanyrequests": "with Retry-After",
} as const;

export const browserErrorSchema = v.object({
  name: v.pipe(v.string(), v.regex(errorName)),
  message: v.pipe(v.string(), v.maxLength(maxMessageLength)),
  frames: v.pipe(
    v.array(v.pipe(v.string(), v.regex(errorFrame))),
    v.minLength(1),
    v.maxLength(maxFrames),
    v.description("places in the page's own scripts, path:line:column, the innermost first"),
  ),
  path: v.pipe(v.string(), v.maxLength(200), v.description("path of the page")),
});

/** Reports an error of a page's script (docs/product#errors-in-browsers). */
const postBrowserErrors = apiCall(
  {
    method: "post",
    path: "/browser-errors",
    summary: "Reports an error of a page's script",
    body: browserErrorSchema,
    isUnlimited: true,
    responses: { 204: { description: "Noted" } },
    failures,
  },
  ({ context, body: { name, message, frames, path }, services, log, pageOf }) => {
    // Our pages have removed them already; other clients may not have.
    const reported = { name, message: withoutPersons(message), frames };
    const browser = browserOf(context.req.header("User-Agent"));
    log.warn({ browserError: { ...reported, page: pageOf(path), browser } }, "error in a browser");
    services.operator.requestMetrics.recordBrowserReport("error");
    return context.body(null, 204);
  },
);

/** Text; null or absent where the browser has none. */
const text = v.nullish(v.string());

/** Body of `report-uri` (W3C Content Security Policy Level 3, 5.3). */
const cspReportSchema = v.object({
  "csp-report": v.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
  }),
});

/** Body of `report-to` (W3C Reporting API, 2.2): reports of any type. */
const reportListSchema = v.array(
  v.object({
    type: v.string(),
    body: v.nullish(
      v.object({
        documentURL: text,
        effectiveDirective: text,
        blockedURL: text,
        sourceFile: text,
      }),
    ),
  }),
);

export const policyReportsSchema = v.union([cspReportSchema, reportListSchema]);

/** Maximum number of log lines for one request, which may bring any number of reports. */
const maxLines = 10;

/** Reports violations of a page's content security policy (docs/product#refused-content). */
export const postPolicyReports = apiCall(
  {
    method: "post",
    path: "/policy-reports",
    summary: "Reports what the content security policy of a page has refused",
    body: policyReportsSchema,
    bodyTypes: ["application/csp-report", "application/reports+json"],
    isUnlimited: true,
    responses: { 204: { description: "Noted" } },
    failures,
  },
  ({ context, body, services, log, pageOf }) => {
    const browser = browserOf(context.req.header("User-Agent"));
    const lines = new Map<string, PolicyViolation & { page: string }>();
    for (const { page: pageUrl, ...reported } of violationsOf(body)) {
      const violation = violationOf(reported);
      if (violation === null) continue;
      const line = { ...violation, page: pageOf(URL.parse(pageUrl ?? "")?.pathname ?? "") };
      lines.set(Object.values(line).join(" "), line);
    }
    for (const line of [...lines.values()].slice(0, maxLines)) {
      log.warn({ policyViolation: { ...line, browser } }, "refused by the policy of a page");
      services.operator.requestMetrics.recordBrowserReport("policy");
    }
    return context.body(null, 204);
  },
);

interface ViolationOnPage extends ReportedViolation {
  /** URL of the page. */
  readonly page: string | null | undefined;
}

function violationsOf(body: v.InferOutput<typeof policyReportsSchema>): ViolationOnPage[] {
  if (Array.isArray(body)) {
    return body.flatMap(({ type, body: report }) =>
      type === "csp-violation" && report
        ? {
            directive: report.effectiveDirective,
            blocked: report.blockedURL,
            source: report.sourceFile,
            page: report.documentURL,
          }
        : [],
    );
  }
  const report = body["csp-report"];
  return [
    {
      directive: report["effective-directive"] ?? report["violated-directive"],
      blocked: report["blocked-uri"],
      source: report["source-file"],
      page: report["document-uri"],
    },
  ];
}

export const browserReportCalls = [postBrowserErrors, postPolicyReports];
