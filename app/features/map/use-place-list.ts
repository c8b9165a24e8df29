import { useCallback, useEffect, useRef, useState } from "react";
import { askServer } from "#app/network/ask-server.ts";
import { useRecovery } from "#app/ui/use-recovery.ts";
import type { PlaceList } from "#domain/place-list.ts";

/** A map that is still moving asks for nothing until it has stood still for so long. */
const settleMs = 250;

/** When a server that can't answer just now (503) is asked again. */
const unavailableRetryMs = 5_000;

/** Why there is no newer list: the server can't answer just now, or there was no answer to use. */
export type PlaceListFailure = "unavailable" | "failed";

export interface PlaceListState {
  /** The last answer, kept while a newer one is asked for or when that fails. */
  list: PlaceList | null;
  isLoading: boolean;
  failure: PlaceListFailure | null;
  /** Asks the same again. */
  retry: () => void;
}

/**
 * Places from the API, asked for again whenever the question changes; an answer to an older question is
 * dropped. A question that got no answer is asked again once there is contact, and one that the server
 * could not answer just now, a few seconds later.
 *
 * @param search the question as a query string; null while the first list still serves
 * @param firstFailure why the page came without a list; null where it has one, or none was asked for
 */
export function usePlaceList(
  search: string | null,
  first: PlaceList | null,
  firstFailure: PlaceListFailure | null = null,
): PlaceListState {
  const [list, setList] = useState(first);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState(firstFailure);
  // For contact. Not a state: contact may be back before the page has drawn the failure.
  const isWaiting = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  useEffect(() => {
    if (search === null) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      isWaiting.current = false;
      setIsLoading(true);
      const answer = await askServer<PlaceList>(placesAddress(search), { signal: abort.signal });
      if (abort.signal.aborted) return;
      isWaiting.current = !answer.ok && answer.status === null;
      if (answer.ok) setList(answer.body);
      const isUnavailable = !answer.ok && answer.status === 503;
      setFailure(answer.ok ? null : isUnavailable ? "unavailable" : "failed");
      setIsLoading(false);
      if (isUnavailable) timer = setTimeout(ask, unavailableRetryMs);
    };
    timer = setTimeout(ask, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [search, attempt]);
  useRecovery(isWaiting, retry);
  return { list, isLoading, failure, retry };
}

const placesAddress = (search: string) => `/api/v1/places${search}`;

/** One page of places; null where they could not be had, or were not waited for. */
export async function fetchPlaces(search: string, signal?: AbortSignal): Promise<PlaceList | null> {
  const answer = await askServer<PlaceList>(placesAddress(search), { signal });
  return answer.ok ? answer.body : null;
}
