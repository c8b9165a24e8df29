import { type Ref, useEffect, useRef, useState } from "react";
import type { GeoAddress, GeoSuggestion } from "#domain/address-search/geo-address.ts";
import { isSearchableText } from "#domain/address-search/search-limits.ts";
import { isToiletSearch } from "#domain/address-search/toilet-search.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import type { Language } from "#domain/text/language.ts";
import { fetchAddress, type Suggestions, useSuggestions } from "./use-suggestions.ts";

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
    if (address) onRetrieved(address, searchText);
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
  onRetrieved: (address: GeoAddress, searchText: string) => void;
  /** Called when one of the product's places was chosen; without it only addresses are suggested. */
  onPlace?: (id: number) => void;
  /** Called when the nearest toilet was asked for; without it that is not offered. */
  onNearest?: () => void;
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
