/** Reasons of visitors' reports that a place is closed for now. */
export const reportedClosures = ["out-of-order", "closed-until"] as const;

/** Reasons of a closure for now; `gone` comes from imports only. */
export const closureReasons = [...reportedClosures, "gone"] as const;
export type ClosureReason = (typeof closureReasons)[number];

/**
 * Sources of a closure, the weakest first: a visitor without an account or with an unverified e-mail address; an
 * account; an import from OpenStreetMap; staff.
 */
export const closureSources = ["visitor", "account", "import", "staff"] as const;
export type ClosureSource = (typeof closureSources)[number];

/** A place that is closed for now (docs/product#closed-for-now). */
export interface Closure {
  readonly reason: ClosureReason;
  /** Time of the first report. */
  readonly since: Date;
  /** Time at which it expires: a whole minute. */
  readonly until: Date;
  /** Strongest source of its reports. */
  readonly by: ClosureSource;
  /** Reported day of reopening, an ISO 8601 date; null where unknown. */
  readonly opensOn: string | null;
  /** Number of people whose reports it rests on; undefined where it was not read, or not reported by people. */
  readonly reports?: number;
}

/** Closure with the confirmations against it. */
export interface ReportedClosure extends Closure {
  /** Number of confirmations by weaker sources since it was last reported. */
  readonly contradictions: number;
}

/** A report that a place is closed for now. */
export interface ClosureReport {
  readonly reason: ClosureReason;
  readonly by: ClosureSource;
  readonly at: Date;
  readonly opensOn: string | null;
  /** Beginning of that day by the place's clock. */
  readonly opensAt: Date | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Number of days after which a closure by staff without a day of reopening expires. */
export const staffClosureDays = 30;

/** Time after which a closure that is not reported again expires. */
export const closureFadeMs: Readonly<Record<ClosureSource, number>> = {
  visitor: 24 * hourMs,
  account: 72 * hourMs,
  // Practically unlimited: until staff or OpenStreetMap end it.
  import: 10 * 366 * dayMs,
  staff: staffClosureDays * dayMs,
};

/** The same once a second visitor without an account has reported it. */
const secondedFadeMs = closureFadeMs.account;

/** Maximum time of a closure with a day of reopening, by its source. */
const longestClosureMs: Readonly<Record<ClosureSource, number>> = {
  ...closureFadeMs,
  account: 14 * dayMs,
  staff: 366 * dayMs,
};

/** Whether a closure is in effect at an instant; its end is exclusive. */
export function isClosedForNow<Known extends Pick<Closure, "until">>(
  closure: Known | null | undefined,
  now: Date,
): closure is Known {
  return closure != null && now.getTime() < closure.until.getTime();
}

/**
 * Closure of a place after a report. A report does not change a closure by a stronger source, and only staff's
 * can shorten one.
 *
 * @param current the closure so far, possibly expired
 */
export function closureAfterReport(
  current: ReportedClosure | null,
  report: ClosureReport,
): ReportedClosure {
  const active = current !== null && isClosedForNow(current, report.at) ? current : null;
  const { reason, by, at, opensOn } = report;
  if (active && rankOf(by) < rankOf(active.by)) return active;
  const until = endOf(report, active !== null);
  const isLonger = active !== null && by !== "staff" && active.until.getTime() > until.getTime();
  if (isLonger) return { ...active, by, contradictions: 0 };
  return { reason, since: active?.since ?? at, until, by, opensOn, contradictions: 0 };
}

/** Number of confirmations by weaker sources that outweigh a report by an account. */
const outweighingConfirmations = 2;

/**
 * Closure of a place after a confirmation that it is as described: null where that ends it. A confirmation by an
 * equal or stronger source ends it. Two by weaker sources end one by an account or an import; only staff end
 * staff's.
 */
export function closureAfterConfirmation(
  current: ReportedClosure | null,
  { by, at }: Pick<ClosureReport, "by" | "at">,
): ReportedClosure | null {
  if (current === null || !isClosedForNow(current, at)) return null;
  if (rankOf(by) >= rankOf(current.by)) return null;
  if (current.by === "staff") return current;
  const contradictions = current.contradictions + 1;
  return contradictions < outweighingConfirmations ? { ...current, contradictions } : null;
}

function rankOf(source: ClosureSource): number {
  return closureSources.indexOf(source);
}

/** End of a closure by a report. @param isSeconded whether the place was closed for now before */
function endOf({ by, at, opensAt }: ClosureReport, isSeconded: boolean): Date {
  const atMs = at.getTime();
  const opensMs = opensAt !== null && opensAt.getTime() > atMs ? opensAt.getTime() : null;
  const fadeMs = by === "visitor" && isSeconded ? secondedFadeMs : closureFadeMs[by];
  const longestMs = by === "visitor" || opensMs === null ? fadeMs : longestClosureMs[by];
  const endMs = Math.min(opensMs ?? Number.POSITIVE_INFINITY, atMs + longestMs);
  return new Date(Math.ceil(endMs / minuteMs) * minuteMs);
}

/** Closure by staff, derived from a report. */
export type Closing = Pick<Closure, "reason" | "opensOn">;

/**
 * Closure for now that staff can make of a report that a place is closed
 * (docs/product#closing-a-place-from-a-report): until the reported day of reopening where that is in the future,
 * else as out of order. Null for a report with another reason.
 *
 * @param opensOn ISO 8601 date
 * @param today day by the place's clock, an ISO 8601 date
 */
export function closingByReport(
  { reason, opensOn }: { readonly reason: string; readonly opensOn: string | null },
  today: string,
): Closing | null {
  if (reason !== "closed" && !reportedClosures.some((known) => known === reason)) return null;
  if (reason !== "closed-until" || opensOn === null || opensOn <= today) {
    return { reason: "out-of-order", opensOn: null };
  }
  return { reason, opensOn };
}
