import * as v from "valibot";
import { maxPage } from "#domain/validation/page-sizes.ts";
import { page } from "#domain/validation/parse-query.ts";

/**
 * Lists of the moderation page (docs/product#moderation-page), in the order of the page: pending entries first.
 */
export const moderationParts = [
  "waiting",
  "proposals",
  "reports",
  "corrections",
  "reviews",
  "closed",
  "deleted",
  "accounts",
  "audit",
] as const;

export type ModerationPart = (typeof moderationParts)[number];

/** Lists without a decision to take. */
const settledParts = ["closed", "deleted", "accounts", "audit"] as const satisfies ModerationPart[];

export type PendingPart = Exclude<ModerationPart, (typeof settledParts)[number]>;

/** Lists of pending entries, in the order of the page. */
export const pendingParts: readonly PendingPart[] = moderationParts.filter(
  (part): part is PendingPart => !settledParts.some((settled) => settled === part),
);

/** Number of entries on one page of any of these lists (docs/product#moderation-page). */
export const moderationPerPage = 20;

/** A query for lists of the moderation page. */
export interface ModerationQuery {
  /** One list; null for all of them. */
  readonly part: ModerationPart | null;
  /** From 1, of each requested list; a page beyond the last is empty. */
  readonly page: number;
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
    }),
    v.transform(({ part = null, page }): ModerationQuery => ({ part, page })),
  ))();
