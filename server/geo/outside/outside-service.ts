import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { withTimeout } from "#server/concurrency/with-timeout.ts";
import type { GeoResult } from "#server/geo/geo.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import type { Throttle } from "./throttle.ts";

/** Answer of a service, of any status except those that mean that it cannot or will not answer. */
export interface OutsideResponse {
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface OutsideRequest<Value> {
  readonly url: URL;
  /** Posted as JSON; without it the call is a GET. */
  readonly body?: unknown;
  /** Result of the answer; `unavailable` where it is nonsense. */
  read(response: OutsideResponse): GeoResult<Value>;
}

export interface OutsideServiceOptions {
  /** Name of the service, for the log. */
  readonly name: string;
  readonly userAgent: string;
  readonly log: Pick<Logger, "warn" | "info">;
  /** Time for which answers are kept; 0 where the service does not allow it. */
  readonly ttlMs?: number;
  /** Pace of the calls; without one they are sent at once. */
  readonly throttle?: Pick<Throttle, "take"> | null;
  /**
   * Time limit from the question to the last byte of the answer, the wait for its turn included.
   */
  readonly timeLimitMs?: number;
  /** Maximum number of kept answers; the one that was asked for longest ago goes first. */
  readonly cacheCapacity?: number;
  readonly nowMs?: () => number;
}

/** With what follows it, an answer is there within three seconds, whatever the service does. */
export const defaultTimeLimitMs = 2_000;
const maxResponseBytes = 4 * 1024 * 1024;
/** Larger answers, such as long routes, are not worth the memory. */
const maxCachedBytes = 64 * 1024;

const unavailable = { ok: false, code: "unavailable" } as const;

/**
 * Service on another host that may be slow, down or full of nonsense: every call has a time limit,
 * a service that keeps failing is not asked for a while, the same question at the same time is
 * asked once, and answers are kept for some minutes. Failures are logged by status alone: an
 * address may hold a key or the text of a search.
 */
export class OutsideService {
  readonly #options: Required<OutsideServiceOptions>;
  readonly #breaker: CircuitBreaker;
  readonly #cache: LRUCache<string, OutsideResponse>;
  readonly #pending = new Map<string, Promise<OutsideResponse | null>>();

  constructor(options: OutsideServiceOptions) {
    const { nowMs = () => performance.now(), ttlMs = 600_000, cacheCapacity = 500 } = options;
    const { timeLimitMs = defaultTimeLimitMs, throttle = null } = options;
    this.#options = { ...options, nowMs, ttlMs, cacheCapacity, timeLimitMs, throttle };
    this.#breaker = new CircuitBreaker({ nowMs });
    this.#cache = new LRUCache({
      ...{ max: cacheCapacity, ttl: ttlMs, ttlResolution: 0, perf: { now: nowMs } },
    });
  }

  /** @param signal of the caller: after an abort the caller does not wait; absent where it waits for the answer */
  async request<Value>(
    call: OutsideRequest<Value>,
    signal?: AbortSignal,
  ): Promise<GeoResult<Value>> {
    const key = `${call.url} ${JSON.stringify(call.body) ?? ""}`;
    const cached = this.#cache.get(key);
    if (cached) return call.read(cached);
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = this.#call(call, key).finally(() => this.#pending.delete(key));
      this.#pending.set(key, pending);
    }
    const response = await (signal ? untilAborted(pending, signal) : pending);
    return response === null ? unavailable : call.read(response);
  }

  async #call<Value>(call: OutsideRequest<Value>, key: string): Promise<OutsideResponse | null> {
    const { name, log, throttle, timeLimitMs, nowMs, ttlMs } = this.#options;
    // No call waits for its turn while the service is not asked.
    if (!this.#breaker.wouldLetThrough()) return null;
    const deadlineMs = nowMs() + timeLimitMs;
    const hasStarted = throttle ? withTimeout(timeLimitMs, throttle.take(), () => false) : true;
    if (!(await hasStarted)) return null;
    const leftMs = deadlineMs - nowMs();
    if (leftMs <= 0 || !this.#breaker.letThrough()) return null;
    const response = await this.#fetch(call, leftMs);
    const result = response ? call.read(response) : unavailable;
    const isUnexpected = !result.ok && result.code === "unavailable";
    if (response !== null && isUnexpected) {
      log.warn({ service: name, status: response.status }, "map service answers unexpectedly");
    }
    // A service that refuses a single question counts as working.
    if (response === null || (isUnexpected && !isClientError(response.status))) {
      if (this.#breaker.fail()) {
        const { openMs } = this.#breaker;
        log.warn({ service: name, openMs }, "map service is left alone");
      }
      return null;
    }
    if (this.#breaker.succeed()) log.info({ service: name }, "map service is back");
    if (isUnexpected) return null;
    if (ttlMs > 0 && response.bytes.length <= maxCachedBytes) this.#cache.set(key, response);
    return response;
  }

  /** Answer of the service; null where it fails, with the reason in the log. */
  async #fetch(
    { url, body }: OutsideRequest<unknown>,
    timeLimitMs: number,
  ): Promise<OutsideResponse | null> {
    const { name, log, userAgent } = this.#options;
    try {
      const response = await fetchFromHost(url, {
        signal: AbortSignal.timeout(Math.ceil(timeLimitMs)),
        headers: {
          "User-Agent": userAgent,
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      const { status } = response;
      if (isHostFailure(status)) {
        log.warn({ service: name, status }, "map service does not answer");
        await response.body?.cancel();
        return null;
      }
      const bytes = await readAtMost(response, maxResponseBytes);
      const type = response.headers.get("Content-Type")?.split(";", 1)[0].trim() ?? "";
      return bytes && { status, type, bytes };
    } catch (error) {
      const reason = error instanceof Error ? error.name : "unknown";
      log.warn({ service: name, reason }, "map service does not answer");
      return null;
    }
  }
}

class Redirected extends Error {
  override readonly name = "Redirected";
}

/** Maximum number of redirects; more would be a service that sends us in a circle. */
const maxRedirects = 1;

/**
 * Fetches from the host that the operator has named, and from no other: what is asked may hold a key, or
 * where someone is, and an answer that leads to a host of this network could be read out to a stranger.
 * A redirect within the host and its scheme is followed, as one to a path with a slash; a POST's is not.
 *
 * @throws {Redirected} for any other redirect
 */
async function fetchFromHost(firstUrl: URL, request: RequestInit): Promise<Response> {
  let url = firstUrl;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { ...request, redirect: "manual" });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const next = URL.parse(response.headers.get("Location") ?? "", url);
    const isFollowed =
      next?.origin === url.origin && request.method === undefined && redirects < maxRedirects;
    if (!isFollowed) throw new Redirected("The service redirects.");
    url = next;
  }
}

/** No key or a wrong one, too many questions, or out of order. */
function isHostFailure(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** The question itself was wrong; what else is wrong, such as the address, is wrong for every question. */
function isClientError(status: number): boolean {
  return status === 400 || status === 422;
}

/** Answer of the call, or null as soon as the caller has gone. */
function untilAborted<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener("abort", stop, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Body of an answer; null where it is too large, which is then not read to its end. */
async function readAtMost(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
