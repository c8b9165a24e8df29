import { requestTimeoutMs, withTimeLimit } from "./fetch-api.ts";
import { reportFailedLoad } from "./offline-detection.ts";

interface Loading<Data> {
  readonly request: Request;
  readonly serverLoader: () => Promise<Data>;
}

/**
 * Data of a route from its loader, or `fallback` (the present data, or what finds other) without a complete response
 * in time.
 * @throws the loader's error without a fallback, after the visitor has left, or for a redirect
 */
export async function loadWithFallback<Data>(
  { request, serverLoader }: Loading<Data>,
  fallback: Data | null | (() => Promise<Data | null>),
): Promise<Data> {
  const { signal } = request;
  try {
    return await withTimeLimit({ limitMs: requestTimeoutMs, signal }, () => serverLoader());
  } catch (error) {
    if (signal.aborted || error instanceof Response) throw error;
    const data = fallback instanceof Function ? await fallback() : fallback;
    if (data === null) throw error;
    reportFailedLoad();
    return data;
  }
}
