import { requestTimeoutMs, withTimeLimit } from "./fetch-api.ts";
import { reportFailedLoad } from "./offline-detection.ts";

interface Loading<Data> {
  readonly request: Request;
  readonly serverLoader: () => Promise<Data>;
}

/**
 * Data of a route from its server's loader, or the page's present data where no complete response comes in
 * time. So a lost connection takes nothing from the screen.
 *
 * @param fallback the page's present data, or what finds other data; null where it shows nothing of this
 * route yet
 * @throws the loader's error, where there is no present data, the visitor has left, or the server answers
 * with a redirect
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
