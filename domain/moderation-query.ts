import type { FieldFault } from "./field-fault.ts";
import { maxPage } from "./pager.ts";
import { QueryReader } from "./query-reader.ts";

/** The lists of moderation, in the order of the page: what waits first. */
export const moderationParts = [
  "waiting",
  "reports",
  "corrections",
  "deleted",
  "accounts",
  "audit",
] as const;

export type ModerationPart = (typeof moderationParts)[number];

/** Entries on one page of any of these lists. */
export const moderationPerPage = 20;

/** What of the moderation is asked for. */
export interface ModerationQuery {
  /** One list; null for all of them. */
  readonly part: ModerationPart | null;
  /** From 1, of each list asked for; a page beyond the last is empty. */
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
