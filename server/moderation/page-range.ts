import { moderationPerPage } from "#domain/moderation-query.ts";

/** Which entries of a list. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

/** The entries of one page of moderation. */
export function pageRange(page: number): PageRange {
  return { offset: (page - 1) * moderationPerPage, limit: moderationPerPage };
}
