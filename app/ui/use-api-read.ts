import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiRequest, fetchApi } from "#app/network/fetch-api.ts";
import { savedAtHeader } from "#app/network/offline-detection.ts";
import { useRecovery } from "./use-recovery.ts";

/** Pause after the last change of a request before it is sent. */
const settleMs = 250;

/** Delay before the next attempt when the server is unavailable (503). */
const unavailableRetryMs = 5_000;

/** A request of the API, which is sent again when its path or its body is another. */
interface ReadRequest extends Pick<ApiRequest, "body"> {
  readonly path: string;
}

interface ApiRead<Body> {
  /** The request of `result`; null for the one that came with the page. */
  readonly of: ReadRequest | null;
  /** The last result, which stays while a newer one is loading or when that fails. */
  readonly result: Body | null;
  readonly isLoading: boolean;
  /** Code of the failure; null after a result. */
  readonly code: string | null;
  /** Sends the same request again. */
  readonly retry: () => void;
}

/**
 * What the API responds, requested again whenever the request changes; a response to an older request is dropped. A
 * request without a response is sent again once there is contact, and one for which the server was unavailable, a few
 * seconds later.
 *
 * @param request null while the first result still counts, or nothing is wanted
 * @param first the result that came with the page; null where it has none
 * @param firstCode code of the failure for which it has none
 */
export function useApiRead<Body>(
  request: ReadRequest | null,
  first: Body | null,
  firstCode: string | null = null,
): ApiRead<Body> {
  const [{ result, of }, setResult] = useState<Pick<ApiRead<Body>, "result" | "of">>({
    result: first,
    of: null,
  });
  const [isLoading, setIsLoading] = useState(false);
  const [code, setCode] = useState(firstCode);
  // Failed until there is contact. Not a state: contact may be back before the page has drawn the failure.
  const hasFailed = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((last) => last + 1), []);
  const { path, body } = request ?? {};
  useEffect(() => {
    if (path === undefined) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const load = async () => {
      hasFailed.current = false;
      setIsLoading(true);
      const result = await fetchApi<Body>(path, { body, signal: abort.signal });
      if (abort.signal.aborted) return;
      // What is saved is shown until the server responds.
      hasFailed.current = result.ok ? result.headers.has(savedAtHeader) : result.status === null;
      if (result.ok) setResult({ result: result.body, of: { path, body } });
      setCode(result.ok ? null : result.code);
      setIsLoading(false);
      if (!result.ok && result.code === "error.unavailable") {
        timer = setTimeout(load, unavailableRetryMs);
      }
    };
    timer = setTimeout(load, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path, body, attempt]);
  useRecovery(hasFailed, retry);
  return { result, of, isLoading, code, retry };
}
