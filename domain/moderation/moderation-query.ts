import * as v from "valibot";
import { storedReportReasons } from "#domain/feedback/report.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { maxPage } from "#domain/validation/page-sizes.ts";
import { flag, page, parameter, parseQuery } from "#domain/validation/parse-query.ts";
import { taskKinds } from "./task-kinds.ts";

/** Lists of the moderation page (docs/product#moderation-page), in its order: tasks, then lists without a decision to take. */
export const moderationParts = [...taskKinds, "closed", "deleted", "accounts", "audit"] as const;

export type ModerationPart = (typeof moderationParts)[number];

/** Number of entries on one page of any of these lists (docs/product#moderation-page). */
export const moderationPerPage = 20;

/** Maximum number of reports of one place that its card shows (docs/product#reports-of-one-place). */
export const maxCardReports = 20;

/** Reasons of each list of reports, which filters narrow (docs/product#filters-and-selections-of-reports). */
export const filteredReasons = {
  reports: storedReportReasons,
  reviews: reviewReportReasons,
} as const satisfies Partial<Record<ModerationPart, readonly string[]>>;

export type FilteredPart = keyof typeof filteredReasons;

/** Whether filters narrow a list: whether it is of reports, of places or of reviews. */
export function isFiltered(part: ModerationPart | null): part is FilteredPart {
  return part !== null && part in filteredReasons;
}

/** Who sends reports: accounts, or visitors without one; imports and rules of the product are neither. */
const reportSenders = ["accounts", "visitors"] as const;

/** Pending reports that a list shows, and that a decision on a card of a place is about; all where it is empty. */
export interface ReportFilter {
  readonly reason?: (typeof filteredReasons)[FilteredPart][number] | undefined;
  readonly from?: (typeof reportSenders)[number] | undefined;
  /** Id of the account that sent them; only for the administrator. */
  readonly sender?: string | undefined;
  /** Those of this instant and later, ISO 8601. */
  readonly since?: string | undefined;
}

/** Reports of a place that staff have read and decide on at once (docs/product#reports-of-one-place). */
export interface SeenReports {
  /** Id of the newest of them. */
  readonly newest: number;
  /** Filter of the list in which they were read. */
  readonly filter: ReportFilter;
}

const filterEntries = /* @__PURE__ */ (() => ({
  reason: v.optional(
    v.pipe(
      v.picklist([...new Set([...storedReportReasons, ...reviewReportReasons])]),
      v.description("reports of places and of reviews for this reason alone"),
    ),
  ),
  from: v.optional(
    v.pipe(
      v.picklist(reportSenders),
      v.description(
        "reports of places and of reviews by accounts, or by visitors without one, alone",
      ),
    ),
  ),
  sender: v.optional(
    v.pipe(
      v.string(),
      v.nonEmpty(),
      v.check(isHarmlessText),
      v.description(
        "reports of places and of reviews by the account of this id alone; administrator only",
      ),
    ),
  ),
  since: v.optional(
    v.pipe(
      parameter(parseInstant),
      v.string(),
      v.isoTimestamp(),
      v.description("reports of places and of reviews that were sent then or later"),
    ),
  ),
}))();

/** ISO 8601 in UTC with milliseconds, as this product writes it; null for any other text. */
function parseInstant(text: string): string | null {
  const instant = new Date(text);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text ? text : null;
}

const filterSchema = /* @__PURE__ */ (() => v.object(filterEntries))();

/** Filter of a form, as {@link reportFilterText} writes it; null where malformed. */
export function parseReportFilter(text: string): ReportFilter | null {
  const parsed = parseQuery(filterSchema, new URLSearchParams(text));
  return parsed.ok ? parsed.query : null;
}

/** A filter as query parameters of the moderation page. */
export function reportFilterText({ reason, from, sender, since }: ReportFilter): string {
  const given = Object.entries({ reason, from, sender, since }).filter(([, value]) => value);
  return new URLSearchParams(given as [string, string][]).toString();
}

/** A query for lists of the moderation page. */
export interface ModerationQuery {
  /** One list; null for all of them. */
  readonly part: ModerationPart | null;
  /** From 1, of each requested list; a page beyond the last is empty. */
  readonly page: number;
  /** Whether the reports of one place are one entry. */
  readonly isByPlace?: boolean;
  readonly filter?: ReportFilter;
}

/** Parameters of the moderation page and of its API operation. */
export const moderationQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      part: v.optional(
        v.pipe(
          v.picklist(moderationParts),
          v.description("name of one list; without it, all lists"),
        ),
      ),
      page: page(maxPage),
      by_place: flag("all reports of a place in one entry of `reported_places`"),
      ...filterEntries,
    }),
    v.transform(
      ({ part = null, page, by_place: isByPlace = false, ...filter }): ModerationQuery => ({
        ...{ part, page, isByPlace, filter },
      }),
    ),
  ))();
