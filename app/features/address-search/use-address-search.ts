import { useEffect, useRef, useState } from "react";
import type { GeoSuggestion } from "#domain/geo/geo-suggestion.ts";
import type { Language } from "#domain/language.ts";
import type { AddressSearchProps } from "./address-search-props.ts";
import { fetchAddress } from "./fetch-address.ts";
import { type SearchNotice, searchNotices } from "./search-notices.ts";
import { newSearchSession } from "./search-session.ts";
import { useSuggestions } from "./use-suggestions.ts";

type SearchOptions = Pick<
  AddressSearchProps,
  "initialText" | "near" | "onRetrieved" | "onPlace" | "onCleared"
> & { language: Language };

const noSuggestions: readonly GeoSuggestion[] = [];

/** What an address search shows, and what it does when somebody types, chooses or presses Enter. */
export function useAddressSearch(options: SearchOptions) {
  const { initialText = "", near = null, language, onRetrieved, onPlace, onCleared } = options;
  const [text, setText] = useState(initialText);
  // What is searched for: what was typed, until something was chosen.
  const [query, setQuery] = useState(initialText);
  const [extraNotice, setExtraNotice] = useState<SearchNotice | null>(null);
  const session = useRef("");
  const { answer, isAsking } = useSuggestions(query, language, () => {
    session.current ||= newSearchSession();
    return { near, session: session.current, withPlaces: onPlace !== undefined };
  });
  const suggestions = answer?.suggestions ?? noSuggestions;
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
    const asked = { language, session: session.current };
    const address = await fetchAddress(suggestion.id, asked, abort.signal);
    if (abort.signal.aborted) return;
    setIsRetrieving(false);
    session.current = "";
    if (address) onRetrieved(address, searchText);
    else setExtraNotice("notRetrieved");
  };

  useEffect(() => () => retrieval.current?.abort(), []);
  useEffect(() => {
    if (takesFirst.current && !isAsking && suggestions.length > 0) void pick(suggestions[0]);
  });

  const notices = extraNotice ? [extraNotice] : searchNotices(query, answer);
  return {
    text,
    suggestions,
    notices,
    isBusy: isAsking || isRetrieving,
    type,
    pick,
    enter: () => {
      takesFirst.current = isAsking;
      if (text.trim() === "") setExtraNotice("empty");
    },
  };
}
