import { isEmbedPath } from "#domain/embed/embed-path.ts";
import { reportContact, reportFailedLoad, reportResponse } from "./offline-detection.ts";

/** Total time limit of a call (docs/product#offline). */
export const requestTimeoutMs = 15_000;

export interface ApiRequest {
  readonly signal?: AbortSignal;
  /** Sent as JSON, by POST; a GET without it. */
  readonly body?: object | undefined;
  /** Time limit, where it is not {@link requestTimeoutMs}. */
  readonly limitMs?: number;
}

export interface FailedCall {
  readonly ok: false;
  /** Status of the failure. Null for no response: none in time, a part of one, or not JSON. */
  readonly status: number | null;
  /** Code of the failure, as the server names it; `error.unreachable` for no response. */
  readonly code: string;
  /** From `Retry-After`, where that is a number of seconds from 1. */
  readonly waitSeconds?: number;
  /** Seconds after which an overloaded server can serve the same request. */
  readonly busySeconds?: number;
}

export type ApiResult<Body> =
  | { readonly ok: true; readonly body: Body; readonly headers: Headers }
  | FailedCall;

/** Codes of responses without a problem document: a proxy's, in front of the server or instead of it. */
const proxyCodes: Readonly<Record<number, string>> = {
  429: "error.toomanyrequests",
  503: "error.unavailable",
};

/**
 * Calls the product's own server. Never rejects: a missing response is a result too, and reported unless the call was
 * aborted.
 * @returns a body of null for status 204, which `Body` then has to name
 */
export function fetchApi<Body>(
  path: string,
  { body, ...request }: ApiRequest = {},
): Promise<ApiResult<Body>> {
  const sent = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  return exchange(path, { ...request, ...sent }, async (response) => {
    if (!response.ok) return failureOf(response);
    const body = response.status === 204 ? null : await response.json();
    return { ok: true, body, headers: response.headers };
  });
}

/** Sends a request within a time limit, and reports whether a response came. @param read never reads half of it */
export async function exchange<Body>(
  path: string,
  {
    signal,
    limitMs = requestTimeoutMs,
    ...init
  }: Omit<ApiRequest, "body"> & Omit<RequestInit, "signal">,
  read: (response: Response) => Promise<ApiResult<Body>>,
): Promise<ApiResult<Body>> {
  try {
    const result = await withTimeLimit({ limitMs, signal }, async (limited) => {
      const credentials = requestCredentials(path);
      return read(await fetch(path, { ...init, signal: limited, credentials }));
    });
    if (result.ok) reportResponse(result.headers);
    else reportContact();
    return result;
  } catch {
    if (!signal?.aborted) reportFailedLoad();
    return { ok: false, status: null, code: "error.unreachable" };
  }
}

/** @param named code of the failure, where it is not in the response's body */
export async function failureOf(response: Response, named?: string): Promise<FailedCall> {
  const { status, headers } = response;
  const problem = named ? null : await response.json().catch(() => null);
  return {
    ok: false,
    status,
    code: named ?? problem?.code ?? proxyCodes[status] ?? "error.error",
    waitSeconds: Number(headers.get("Retry-After")) || undefined,
    busySeconds: problem?.retry_after,
  };
}

/**
 * Cookies of a call: a frame on another site sends none (docs/product#embed); files are requested as they were
 * preloaded.
 */
export function requestCredentials(path: string): RequestCredentials | undefined {
  const isEmbedded = isEmbedPath(globalThis.location?.pathname ?? "");
  return isEmbedded && !path.startsWith("/locales/") ? "omit" : undefined;
}

interface Limits {
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Result of some work within a time limit, also of work that ignores its signal.
 * @throws the signal's reason, or an error that names the time limit
 */
export async function withTimeLimit<Value>(
  { limitMs, signal }: Limits,
  work: (limited: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  // `AbortSignal.any` would be shorter, but Safari has it only since 17.4.
  const limit = new AbortController();
  const stop = () => limit.abort(signal?.reason);
  const timer = setTimeout(() => limit.abort(new Error(`not done in ${limitMs} ms`)), limitMs);
  signal?.addEventListener("abort", stop);
  try {
    const stopped = new Promise<never>((_, reject) => {
      limit.signal.addEventListener("abort", () => reject(limit.signal.reason));
    });
    return await Promise.race([work(limit.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
