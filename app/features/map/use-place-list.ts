import { useCallback, useEffect, useState } from "react";
import { askServer } from "#app/network/ask-server.ts";
import type { PlaceList } from "#domain/place-list.ts";

/** A map that is still moving asks for nothing until it has stood still for so long. */
const settleMs = 250;

export interface PlaceListState {
  /** The last answer, kept while a newer one is asked for or when that fails. */
  list: PlaceList | null;
  isLoading: boolean;
  hasFailed: boolean;
  /** Asks the same again. */
  retry: () => void;
}

/**
 * Places from the API, asked for again whenever the question changes; an answer to an older question is
 * dropped.
 *
 * @param search the question as a query string; null while the first list still serves
 */
export function usePlaceList(search: string | null, first: PlaceList | null): PlaceListState {
  const [state, setState] = useState({ list: first, isLoading: false, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === null) return;
    const abort = new AbortController();
    const ask = async () => {
      setState((last) => ({ ...last, isLoading: true }));
      const list = await fetchPlaces(search, abort.signal);
      if (abort.signal.aborted) return;
      setState((last) => ({
        list: list ?? last.list,
        isLoading: false,
        hasFailed: list === null,
      }));
    };
    const timer = setTimeout(ask, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, attempt]);
  return { ...state, retry: useCallback(() => setAttempt((last) => last + 1), []) };
}

/** One page of places; null where they could not be had, or were not waited for. */
export async function fetchPlaces(search: string, signal?: AbortSignal): Promise<PlaceList | null> {
  const answer = await askServer<PlaceList>(`/api/v1/places${search}`, { signal });
  return answer.ok ? answer.body : null;
}
