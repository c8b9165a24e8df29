import { useCallback, useEffect, useRef, useState } from "react";
import { askServer } from "#app/network/ask-server.ts";
import { useRecovery } from "#app/ui/use-recovery.ts";
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
 * dropped. A question that got no answer is asked again once there is contact.
 *
 * @param search the question as a query string; null while the first list still serves
 */
export function usePlaceList(search: string | null, first: PlaceList | null): PlaceListState {
  const [list, setList] = useState(first);
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // For contact. Not a state: contact may be back before the page has drawn the failure.
  const isWaiting = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  useEffect(() => {
    if (search === null) return;
    const abort = new AbortController();
    const ask = async () => {
      isWaiting.current = false;
      setIsLoading(true);
      const answer = await askServer<PlaceList>(placesAddress(search), { signal: abort.signal });
      if (abort.signal.aborted) return;
      isWaiting.current = !answer.ok && answer.status === null;
      if (answer.ok) setList(answer.body);
      setHasFailed(!answer.ok);
      setIsLoading(false);
    };
    const timer = setTimeout(ask, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, attempt]);
  useRecovery(isWaiting, retry);
  return { list, isLoading, hasFailed, retry };
}

const placesAddress = (search: string) => `/api/v1/places${search}`;

/** One page of places; null where they could not be had, or were not waited for. */
export async function fetchPlaces(search: string, signal?: AbortSignal): Promise<PlaceList | null> {
  const answer = await askServer<PlaceList>(placesAddress(search), { signal });
  return answer.ok ? answer.body : null;
}
