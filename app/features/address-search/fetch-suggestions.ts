import { askServer } from "#app/network/ask-server.ts";
import { type Coordinates, formatCoordinates } from "#domain/coordinates.ts";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { Language } from "#domain/language.ts";
import { readSearchReach, type SearchReach } from "./search-reach.ts";

export interface SuggestQuestion {
  readonly text: string;
  readonly language: Language;
  /** Answers near this point come first. */
  readonly near: Coordinates | null;
  readonly session: string;
  /** Our own places are asked for too, not only addresses. */
  readonly withPlaces: boolean;
}

export interface Suggestions {
  readonly suggestions: readonly GeoSuggestion[];
  readonly reach: SearchReach;
}

/** What may be meant, from our own API; null where that could not be had, or was not waited for. */
export async function fetchSuggestions(
  question: SuggestQuestion,
  signal: AbortSignal,
): Promise<Suggestions | null> {
  const answer = await askServer<GeoSuggestion[]>(suggestAddress(question), { signal });
  if (!answer.ok) return null;
  return { suggestions: answer.body, reach: readSearchReach(answer.headers) };
}

/** Where the API has the suggestions. */
export function suggestAddress(question: SuggestQuestion): string {
  const { text, language, near, session, withPlaces } = question;
  const search = new URLSearchParams({ q: text.trim(), lang: language, session });
  if (!withPlaces) search.set("types", "address");
  if (near) search.set("near", formatCoordinates(roughly(near)));
  return `/api/v1/geo/suggest?${search}`;
}

/** To about a kilometre: enough to put what is near first, and nobody's exact position. */
function roughly([longitude, latitude]: Coordinates): Coordinates {
  return [Number(longitude.toFixed(2)), Number(latitude.toFixed(2))];
}
