import { useEffect, useEffectEvent, useState } from "react";
import { fetchApi } from "#app/network/fetch-api.ts";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import { isSearchableText } from "#domain/address-search/search-limits.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import type { Language } from "#domain/text/language.ts";

/** Pause in typing before a request. */
const pauseMs = 250;

export interface SuggestState {
  /** The last result, until the next one comes; null where it failed. */
  readonly result: Suggestions | null | undefined;
  readonly isLoading: boolean;
}

const emptyState: SuggestState = { result: undefined, isLoading: false };

/**
 * Suggestions for a text. A newer search aborts an older one, whose result is never shown; an empty text
 * aborts it too.
 *
 * @param text to search for; empty for none
 * @param context further parts of the query, read when it is sent; a change of them sends nothing
 */
export function useSuggestions(
  text: string,
  language: Language,
  context: () => Pick<SuggestQuery, "near" | "session" | "withPlaces">,
): SuggestState {
  const [state, setState] = useState(emptyState);
  const readContext = useEffectEvent(context);
  useEffect(() => {
    if (!isSearchableText(text)) return setState(emptyState);
    setState(({ result }) => ({ result, isLoading: true }));
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const query = { text, language, ...readContext() };
      const result = await fetchSuggestions(query, abort.signal);
      if (!abort.signal.aborted) setState({ result, isLoading: false });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, language]);
  return state;
}

export interface SuggestQuery {
  readonly text: string;
  readonly language: Language;
  /** Results near this point come first. */
  readonly near: Coordinates | null;
  readonly session: string;
  /** Whether the product's places are wanted too, not only addresses. */
  readonly withPlaces: boolean;
}

export interface Suggestions {
  readonly suggestions: readonly GeoSuggestion[];
  readonly reach: SearchReach;
}

/** Suggestions from the API; null where the call failed or was aborted. */
async function fetchSuggestions(
  query: SuggestQuery,
  signal: AbortSignal,
): Promise<Suggestions | null> {
  const result = await fetchApi<GeoSuggestion[]>(suggestPath(query), { signal });
  if (!result.ok) return null;
  return { suggestions: result.body, reach: readSearchReach(result.headers) };
}

/** Path of the API's suggestions. */
export function suggestPath(query: SuggestQuery): string {
  const { text, language, near, session, withPlaces } = query;
  const position = parseTypedPosition(text);
  // A link that is pasted may be longer than any address.
  const q = position ? `geo:${position[1]},${position[0]}` : text.trim();
  const search = new URLSearchParams({ q: q, lang: language, session });
  if (!withPlaces) search.set("types", "address");
  if (near) search.set("near", formatCoordinates(roughly(near)));
  return `/api/v1/geo/suggest?${search}`;
}

/** Rounds to about a kilometre: enough for an order by distance, without the visitor's exact position. */
function roughly([longitude, latitude]: Coordinates): Coordinates {
  return [Number(longitude.toFixed(2)), Number(latitude.toFixed(2))];
}

/** Coverage of the search that responded. */
interface SearchReach {
  /** It knows only settlements, not streets or house numbers. */
  readonly isSettlementsOnly: boolean;
  /** Number of the home country's settlements that it knows; null where it knows more, or another search does. */
  readonly knownTowns: number | null;
  /** A search that knows more was called first and did not respond. */
  readonly isFallback: boolean;
}

/** Coverage from the API's headers (`X-Geo-Level`, `X-Geo-Towns`, `X-Geo-Fallback`). */
function readSearchReach(headers: Headers): SearchReach {
  return {
    isSettlementsOnly: headers.get("x-geo-level") === "embedded",
    knownTowns: Number(headers.get("x-geo-towns")) || null,
    isFallback: headers.get("x-geo-fallback") === "1",
  };
}

/** Address of a suggestion, from the API; null where the call failed or was aborted. */
export async function fetchAddress(
  id: string,
  { language, session }: { language: Language; session: string },
  signal: AbortSignal,
): Promise<GeoAddress | null> {
  const search = new URLSearchParams({ lang: language, session });
  const path = `/api/v1/geo/retrieve/${encodeURIComponent(id)}?${search}`;
  const result = await fetchApi<GeoAddress>(path, { signal });
  return result.ok ? result.body : null;
}
