import { useEffect, useEffectEvent, useState } from "react";
import { isSearchableText } from "#domain/geo/searchable-text.ts";
import type { Language } from "#domain/language.ts";
import { fetchSuggestions, type Suggestions, type SuggestQuestion } from "./fetch-suggestions.ts";

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
