import { useEffect, useEffectEvent, useState } from "react";
import { askServer } from "#app/network/ask-server.ts";
import {
  type GeoAddress,
  type GeoSuggestion,
  isSearchableText,
} from "#domain/address-search/geo-address.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";

/** Whoever is still typing is asked about nothing until they have paused for so long. */
const pauseMs = 250;

export interface SuggestState {
  /** The last answer, kept while the next one is on its way; null where it failed. */
  readonly answer: Suggestions | null | undefined;
  readonly isAsking: boolean;
}

const nothing: SuggestState = { answer: undefined, isAsking: false };

/**
 * What may be meant by a text. A question that a newer one supersedes is broken off, and its answer never
 * shown; so is one that is not asked any more.
 *
 * @param text what is searched for; empty for nothing
 * @param context what else a question says, at the moment it is asked; a change of it asks nothing
 */
export function useSuggestions(
  text: string,
  language: Language,
  context: () => Pick<SuggestQuestion, "near" | "session" | "withPlaces">,
): SuggestState {
  const [state, setState] = useState(nothing);
  const askedWith = useEffectEvent(context);
  useEffect(() => {
    if (!isSearchableText(text)) return setState(nothing);
    setState(({ answer }) => ({ answer, isAsking: true }));
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const question = { text, language, ...askedWith() };
      const answer = await fetchSuggestions(question, abort.signal);
      if (!abort.signal.aborted) setState({ answer, isAsking: false });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, language]);
  return state;
}

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
async function fetchSuggestions(
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

/** How far the search that answered can see. */
interface SearchReach {
  /** It knows settlements alone: no streets, no house numbers. */
  readonly isSettlementsOnly: boolean;
  /** A search that knows more was asked first, and did not answer. */
  readonly isFallback: boolean;
}

/** What the API says of it in the headers of an answer (`X-Geo-Level`, `X-Geo-Fallback`). */
function readSearchReach(headers: Headers): SearchReach {
  return {
    isSettlementsOnly: headers.get("x-geo-level") === "embedded",
    isFallback: headers.get("x-geo-fallback") === "1",
  };
}

/** The address of a suggestion, from our own API; null where it could not be had, or was not waited for. */
export async function fetchAddress(
  id: string,
  { language, session }: { language: Language; session: string },
  signal: AbortSignal,
): Promise<GeoAddress | null> {
  const search = new URLSearchParams({ lang: language, session });
  const address = `/api/v1/geo/retrieve/${encodeURIComponent(id)}?${search}`;
  const answer = await askServer<GeoAddress>(address, { signal });
  return answer.ok ? answer.body : null;
}
