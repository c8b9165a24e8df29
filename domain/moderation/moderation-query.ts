import * as v from "valibot";
import { maxPlaceId } from "#domain/place/place.ts";
import { maxPage } from "#domain/reading/page-sizes.ts";
import { page } from "#domain/reading/read-query.ts";

/**
 * Lists of the moderation page (docs/product#moderation-page), in the order of the page: waiting entries
 * first.
 */
export const moderationParts = [
  "waiting",
  "reports",
  "corrections",
  "deleted",
  "accounts",
  "audit",
] as const;

export type ModerationPart = (typeof moderationParts)[number];

/** Number of entries on one page of any of these lists (docs/product#moderation-page). */
export const moderationPerPage = 20;

/** A query for lists of the moderation page. */
export interface ModerationQuery {
  /** One list; null for all of them. */
  readonly part: ModerationPart | null;
  /** From 1, of each requested list; a page beyond the last is empty. */
  readonly page: number;
}

/** Parameters of the moderation page and of its call. */
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

/** Maximum number of places that one call accepts (docs/product#acceptance). */
const maxAcceptedAtOnce = 100;

/**
 * Body of a call that accepts several places: 1 to `maxAcceptedAtOnce` ids. A repeated id counts once; other
 * fields are ignored. A body without ids has the fault `ids`, whatever else it is.
 */
export const acceptManySchema = v.pipe(
  v.unknown(),
  v.transform((body) => (typeof body === "object" ? (body ?? {}) : {})),
  v.object({
    ids: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPlaceId))),
      v.minLength(1),
      v.transform((ids) => [...new Set(ids)]),
      v.maxLength(maxAcceptedAtOnce),
    ),
  }),
);

/** Answer of that call: the ids of the accepted places, and of those that were not found. */
export const acceptedManySchema = /* @__PURE__ */ (() => {
  const ids = v.array(v.pipe(v.number(), v.integer(), v.minValue(1)));
  return v.object({ accepted: ids, unknown: ids });
})();
