import type { MailTroubleKind } from "#domain/operation/operating-status.ts";
import type { MailOutcome } from "#server/mail/mail-queue.ts";
import { limitNames } from "#server/rate-limits/request-limits.ts";
import { counter, gauge, Histogram, type Metric, type Sample } from "./metric-text.ts";

/** Completed request. */
export interface RecordedRequest {
  readonly method: string;
  /** Pattern of its path, one of a short list (`server/http/route-patterns.ts`). */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counts of a cache. */
export interface MemoryCounts {
  /** Cache hits. */
  readonly hits: number;
  /** Cache misses. */
  readonly misses: number;
  readonly bytes: number;
  readonly entries: number;
}

/** Types of browser reports: an error of a script, or a violation of a page's policy. */
const browserReportKinds = ["error", "policy"] as const;
type BrowserReportKind = (typeof browserReportKinds)[number];

const hourMs = 60 * 60 * 1000;
/** Hours for which reports of browsers are counted, including the current one. */
const reportHours = 24;

/** Last mail that could not be sent; without its receiver. */
export interface MailTrouble {
  readonly at: Date;
  readonly outcome: MailTroubleKind;
}

/** Bucket limits of response times: a cached response takes 0.2 ms, a list 1 ms, a page 15 ms. */
const secondsLimits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Metrics that this process counts for its responses. They contain nothing of a visitor: no path, no IP address, no
 * text (docs/decisions/036).
 */
export class RequestMetrics {
  readonly requests = new Histogram(
    "mosdo_http_request_duration_seconds",
    "Time until the head of an answer was ready, by pattern of the path.",
    secondsLimits,
  );
  /** Each limit has a value before it refuses anything. */
  readonly #refused = new Map<string, number>(limitNames.map((name) => [name, 0]));
  readonly #mails = new Map<MailOutcome, number>(
    (["sent", "postponed", "refused", "late"] as const).map((outcome) => [outcome, 0]),
  );
  readonly #browserReports = new Map<BrowserReportKind, number>(
    browserReportKinds.map((kind) => [kind, 0]),
  );
  /** Reports by the hour since 1970. */
  readonly #hours = new Map<number, Record<BrowserReportKind, number>>();
  readonly #memories = new Map<string, () => MemoryCounts>();
  #mailTrouble: MailTrouble | null = null;

  recordRequest({ method, route, status, seconds }: RecordedRequest): void {
    const known = knownMethods.has(method) ? method : "other";
    const statusClass = Math.floor(status / 100);
    const labelsOf = () => ({ method: known, route, status: `${statusClass}xx` });
    this.requests.observe(`${known} ${statusClass} ${route}`, labelsOf, seconds);
  }

  /**
   * Counts a call that a rate limit has refused.
   *
   * @param limitName as in `rateLimits`
   */
  recordRefused(limitName: string): void {
    this.#refused.set(limitName, (this.#refused.get(limitName) ?? 0) + 1);
  }

  /** Counts a logged report of a browser. */
  recordBrowserReport(kind: BrowserReportKind, nowMs = Date.now()): void {
    this.#browserReports.set(kind, (this.#browserReports.get(kind) ?? 0) + 1);
    const hour = Math.floor(nowMs / hourMs);
    const counts = this.#hours.get(hour) ?? { error: 0, policy: 0 };
    counts[kind]++;
    this.#hours.set(hour, counts);
    for (const old of this.#hours.keys()) if (old <= hour - reportHours) this.#hours.delete(old);
  }

  /** Reports of browsers in the last 24 hours, to the hour. */
  browserReportsOfDay(nowMs = Date.now()): Record<BrowserReportKind, number> {
    const sums = { error: 0, policy: 0 };
    for (const [hour, counts] of this.#hours) {
      if (hour <= Math.floor(nowMs / hourMs) - reportHours) continue;
      for (const kind of browserReportKinds) sums[kind] += counts[kind];
    }
    return sums;
  }

  recordMail(outcome: MailOutcome): void {
    this.#mails.set(outcome, (this.#mails.get(outcome) ?? 0) + 1);
    if (outcome !== "sent") this.#mailTrouble = { at: new Date(), outcome };
  }

  /** The last mail that this process could not send; null without one. */
  get mailTrouble(): MailTrouble | null {
    return this.#mailTrouble;
  }

  /** Adds a cache; one that is added again, as in development, replaces the former. */
  addMemory(name: string, counts: () => MemoryCounts): void {
    this.#memories.set(name, counts);
  }

  /** All counts except those of requests. */
  metrics(): Metric[] {
    const ofMemories = (pick: keyof MemoryCounts): Sample[] =>
      [...this.#memories].map(([memory, counts]) => ({
        labels: { memory },
        value: counts()[pick],
      }));
    return [
      counter(
        "mosdo_kept_answer_hits_total",
        "Requests that were answered from memory.",
        ofMemories("hits"),
      ),
      counter(
        "mosdo_kept_answer_misses_total",
        "Requests of a kind that is kept whose answer had to be made.",
        ofMemories("misses"),
      ),
      gauge("mosdo_kept_answer_bytes", "Memory of the kept answers.", ofMemories("bytes")),
      gauge("mosdo_kept_answers", "Number of kept answers.", ofMemories("entries")),
      counter(
        "mosdo_rate_limit_refusals_total",
        "Calls that a rate limit has refused.",
        [...this.#refused].map(([limit, value]) => ({ labels: { limit }, value })),
      ),
      counter(
        "mosdo_mails_total",
        "Attempts of this process to hand a mail over; refused and late mails are given up.",
        [...this.#mails].map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
      counter(
        "mosdo_browser_reports_total",
        "Reports of browsers in the log: errors of scripts, and what a page's policy refused.",
        [...this.#browserReports].map(([kind, value]) => ({ labels: { kind }, value })),
      ),
    ];
  }
}
