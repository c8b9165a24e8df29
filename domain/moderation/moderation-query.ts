import { maxPlaceId } from "#domain/place/place.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { maxPage } from "#domain/reading/pager.ts";
import { QueryReader } from "#domain/reading/query-reader.ts";

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

/** Reads `part` and `page` as `parsePlaceListQuery` does. */
export function parseModerationQuery(
  params: URLSearchParams,
  options: { ignoreUnknownParameters: boolean },
): { ok: true; query: ModerationQuery } | { ok: false; faults: FieldFault[] } {
  const reader = new QueryReader(params);
  const query: ModerationQuery = {
    part: reader.read("part", parsePart, null),
    page: reader.readCount("page", maxPage, 1),
  };
  const faults = reader.faults(options);
  return faults.length === 0 ? { ok: true, query } : { ok: false, faults };
}

function parsePart(text: string): ModerationPart | null {
  return moderationParts.find((part) => part === text) ?? null;
}

/** Maximum number of places that one call accepts (docs/product#acceptance). */
export const maxAcceptedAtOnce = 100;

/**
 * Reads the body of a call that accepts several places: `{ ids }`, 1 to `maxAcceptedAtOnce` ids. A repeated
 * id counts once; other fields are ignored.
 */
export function checkAcceptMany(
  input: unknown,
): { ok: true; ids: number[] } | { ok: false; faults: FieldFault[] } {
  const ids = typeof input === "object" && input !== null && "ids" in input ? input.ids : null;
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isPlaceId)) return fault;
  const distinct = [...new Set<number>(ids)];
  return distinct.length <= maxAcceptedAtOnce ? { ok: true, ids: distinct } : fault;
}

const fault: { ok: false; faults: FieldFault[] } = {
  ok: false,
  faults: [{ field: "ids", code: "error.parameter" }],
};

function isPlaceId(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= maxPlaceId;
}
