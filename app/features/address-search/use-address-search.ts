import { type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchApi } from "#app/network/fetch-api.ts";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import { isSearchableText } from "#domain/address-search/search-limits.ts";
import { type ShownAddress, shownAddress } from "#domain/address-search/shown-address.ts";
import { isToiletSearch } from "#domain/address-search/toilet-search.ts";
import { type Coordinates, formatCoordinates } from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import type { Language } from "#domain/text/language.ts";

type SearchOptions = Pick<
  AddressSearchProps,
  "initialText" | "near" | "onRetrieved" | "onPlace" | "onNearest" | "onCleared"
> & { language: Language };

const noSuggestions: readonly GeoSuggestion[] = [];

/** State and behaviour of an address search: typing, choosing, and Enter. */
export function useAddressSearch(options: SearchOptions) {
  const { initialText = "", near = null, language } = options;
  const { onRetrieved, onPlace, onNearest, onCleared } = options;
  const [text, setText] = useState(initialText);
  // The text to search for: the typed one, until a suggestion is chosen.
  const [query, setQuery] = useState(initialText);
  const [extraNotice, setExtraNotice] = useState<SearchNotice | null>(null);
  const session = useRef("");
  const { result, isLoading } = useSuggestions(query, language, () => {
    session.current ||= newSearchSession();
    return { near, session: session.current, withPlaces: onPlace !== undefined };
  });
  const suggestions = result?.suggestions ?? noSuggestions;
  const retrieval = useRef<AbortController>(null);
  const [isRetrieving, setIsRetrieving] = useState(false);
  // Enter was pressed before the suggestions came: the first of them is taken.
  const takesFirst = useRef(false);

  const type = (next: string) => {
    retrieval.current?.abort();
    takesFirst.current = false;
    setText(next);
    setQuery(next);
    setExtraNotice(null);
    setIsRetrieving(false);
    if (next === "" && text !== "") onCleared?.();
  };

  const pick = async (suggestion: GeoSuggestion) => {
    const abort = new AbortController();
    retrieval.current?.abort();
    retrieval.current = abort;
    takesFirst.current = false;
    const searchText = query;
    setText(suggestion.name);
    setQuery("");
    if (suggestion.place_id !== undefined && onPlace) {
      session.current = "";
      return onPlace(suggestion.place_id);
    }
    setIsRetrieving(true);
    const request = { language, session: session.current };
    const address = await fetchAddress(suggestion.id, request, abort.signal);
    if (abort.signal.aborted) return;
    setIsRetrieving(false);
    session.current = "";
    if (address) onRetrieved(address, searchText, shownAddress(address));
    else setExtraNotice("notRetrieved");
  };

  const offersNearest = onNearest !== undefined && isToiletSearch(query);
  const pickNearest = () => {
    setQuery("");
    onNearest?.();
  };

  useEffect(() => () => retrieval.current?.abort(), []);
  useEffect(() => {
    if (takesFirst.current && !isLoading && suggestions.length > 0) void pick(suggestions[0]);
  });

  const notices = extraNotice ? [extraNotice] : offersNearest ? [] : searchNotices(query, result);
  return {
    text,
    suggestions,
    /** Whether the first option leads to the nearest toilet. */
    offersNearest,
    notices,
    knownTowns: result?.reach.knownTowns ?? 0,
    isBusy: isLoading || isRetrieving,
    type,
    pick,
    pickNearest,
    enter: () => {
      if (offersNearest) return pickNearest();
      takesFirst.current = isLoading;
      if (text.trim() === "") setExtraNotice("empty");
    },
  };
}

export interface AddressSearchProps {
  /** Label above the field. */
  label: string;
  /** Hides the label from all but screen readers. */
  isLabelHidden?: boolean;
  /** Shown while the field is empty. */
  placeholder?: string;
  /** First content of the field, searched for at once. */
  initialText?: string;
  /** Called when a suggestion was chosen and its address has come, with the typed search. */
  onRetrieved: (address: GeoAddress, searchText: string, shown: ShownAddress) => void;
  /** Called when one of the product's places was chosen; without it only addresses are suggested. */
  onPlace?: (id: number) => void;
  /** Called when the nearest toilet was asked for; without it that is not offered. */
  onNearest?: (() => void) | undefined;
  /** Called when the field was emptied. */
  onCleared?: () => void;
  /** Results near this point come first. */
  near?: Coordinates | null;
  /** The text field. */
  ref?: Ref<HTMLInputElement>;
}

/** A notice below the search field. */
export type SearchNotice =
  | "empty"
  | "tooShort"
  | "none"
  | "failed"
  | "notRetrieved"
  | "settlementsOnly"
  | "townsOnly"
  | "fallback";

/**
 * Notices about a result, the most important first.
 *
 * @param text the searched text
 * @param result null where the search failed; undefined before there is one
 */
export function searchNotices(
  text: string,
  result: Suggestions | null | undefined,
): readonly SearchNotice[] {
  if (text.trim() === "") return [];
  if (!isSearchableText(text)) return ["tooShort"];
  if (result === undefined) return [];
  if (result === null) return ["failed"];
  const { suggestions, reach } = result;
  const notices: SearchNotice[] = suggestions.length === 0 ? ["none"] : [];
  // With one of the product's places there is more than settlements.
  if (suggestions.some(({ place_id }) => place_id !== undefined)) return notices;
  if (parseTypedPosition(text) !== null) return notices;
  if (reach.isFallback) notices.push("fallback");
  else if (reach.knownTowns !== null) notices.push("townsOnly");
  else if (reach.isSettlementsOnly) notices.push("settlementsOnly");
  return notices;
}

const tokenBytes = 16;

/** A session name that joins the calls of one search: some map providers charge by it. */
function newSearchSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Pause in typing before a request. */
const pauseMs = 250;

interface SuggestState {
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
function useSuggestions(
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
async function fetchAddress(
  id: string,
  { language, session }: { language: Language; session: string },
  signal: AbortSignal,
): Promise<GeoAddress | null> {
  const search = new URLSearchParams({ lang: language, session });
  const path = `/api/v1/geo/retrieve/${encodeURIComponent(id)}?${search}`;
  const result = await fetchApi<GeoAddress>(path, { signal });
  return result.ok ? result.body : null;
}
