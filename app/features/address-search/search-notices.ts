import { isSearchableText } from "#domain/geo/searchable-text.ts";
import type { Suggestions } from "./fetch-suggestions.ts";

/** Something to say below the search field. */
export type SearchNotice =
  | "empty"
  | "tooShort"
  | "none"
  | "failed"
  | "notRetrieved"
  | "settlementsOnly"
  | "fallback";

/**
 * What there is to say about an answer, the most important first.
 *
 * @param text what is searched for
 * @param answer null where the search failed; undefined while there is no answer yet
 */
export function searchNotices(
  text: string,
  answer: Suggestions | null | undefined,
): readonly SearchNotice[] {
  if (text.trim() === "") return [];
  if (!isSearchableText(text)) return ["tooShort"];
  if (answer === undefined) return [];
  if (answer === null) return ["failed"];
  const { suggestions, reach } = answer;
  const notices: SearchNotice[] = suggestions.length === 0 ? ["none"] : [];
  // With a place of ours among them there is more than settlements.
  if (suggestions.some(({ place_id }) => place_id !== undefined)) return notices;
  if (reach.isFallback) notices.push("fallback");
  else if (reach.isSettlementsOnly) notices.push("settlementsOnly");
  return notices;
}
