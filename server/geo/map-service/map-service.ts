import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import * as v from "valibot";
import { withTimeout } from "#server/concurrency/with-timeout.ts";
import { type GeoResult, unavailable } from "#server/geo/geo.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";

/** Response of a service, of any status except those of a failed host. */
export interface MapServiceResponse {
  readonly status: number;
  /** The media type, without parameters. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface MapServiceRequest<Value> {
  readonly url: URL;
  /** Posted as JSON; without it the call is a GET. */
  readonly body?: unknown;
  /** Parses the response; `unavailable` where it is unexpected. */
  read(response: MapServiceResponse): GeoResult<Value>;
}

export interface MapServiceOptions {
  /** Name of the service, for the log. */
  readonly name: string;
  readonly userAgent: string;
  readonly log: Pick<Logger, "warn" | "info">;
  /** Time for which responses are cached; 0 where the service does not allow it. */
  readonly ttlMs?: number;
  /** Pace of the calls; without one they are sent at once. */
  readonly throttle?: Pick<Throttle, "take"> | null;
  /** Time limit from the call to the last byte of the response, the throttle's queue included. */
  readonly timeLimitMs?: number;
  /** Maximum number of cached responses; the least recently used one goes first. */
  readonly cacheCapacity?: number;
  readonly nowMs?: () => number;
}

/** So short that, with all other work, a response is there within three seconds. */
export const defaultTimeLimitMs = 2_000;
const maxResponseBytes = 4 * 1024 * 1024;
/** Larger responses, such as long routes, are not cached. */
const maxCachedBytes = 64 * 1024;

/**
 * Service on another host that may be slow, down or wrong: every call has a time limit, a service that keeps failing
 * receives no calls for a while, identical calls at the same time are one request, and responses are cached for some
 * minutes. Failures are logged by status alone: a URL may contain a key or the text of a search.
 */
export class MapService {
  readonly #options: Required<MapServiceOptions>;
  readonly #breaker: CircuitBreaker;
  readonly #cache: LRUCache<string, MapServiceResponse>;
  readonly #pending = new Map<string, Promise<MapServiceResponse | null>>();

  constructor(options: MapServiceOptions) {
    const { nowMs = () => performance.now(), ttlMs = 600_000, cacheCapacity = 500 } = options;
    const { timeLimitMs = defaultTimeLimitMs, throttle = null } = options;
    this.#options = { ...options, nowMs, ttlMs, cacheCapacity, timeLimitMs, throttle };
    this.#breaker = new CircuitBreaker({ nowMs });
    const cacheOptions = { max: cacheCapacity, ttl: ttlMs, ttlResolution: 0, perf: { now: nowMs } };
    this.#cache = new LRUCache(cacheOptions);
  }

  /** @param signal of the client: an abort ends the wait; without it the call waits for the response */
  async request<Value>(
    call: MapServiceRequest<Value>,
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

  async #call<Value>(
    call: MapServiceRequest<Value>,
    key: string,
  ): Promise<MapServiceResponse | null> {
    const { name, log, throttle, timeLimitMs, nowMs, ttlMs } = this.#options;
    // No call is queued while the circuit is open.
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
    // A service that refuses a single request counts as working.
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

  /** Response of the service; null where it fails, with the reason in the log. */
  async #fetch(
    { url, body }: MapServiceRequest<unknown>,
    timeLimitMs: number,
  ): Promise<MapServiceResponse | null> {
    const { name, log, userAgent } = this.#options;
    try {
      const isPost = body !== undefined;
      const response = await fetchFromHost(url, {
        signal: AbortSignal.timeout(Math.ceil(timeLimitMs)),
        headers: { "User-Agent": userAgent, ...(isPost && { "Content-Type": "application/json" }) },
        ...(isPost && { method: "POST", body: JSON.stringify(body) }),
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
 * Fetches from the configured host, and from no other: a query may contain a key or a person's
 * position, and a response that leads to a host of this network could disclose it to a stranger. A
 * redirect within the origin is followed, such as one to a path with a slash; a POST's is not.
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

/** No key or a wrong one, too many requests, or out of order. */
function isHostFailure(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** An error of the single request; any other error, such as a wrong URL, affects every request. */
function isClientError(status: number): boolean {
  return status === 400 || status === 422;
}

/** Result of the call, or null as soon as the client has disconnected. */
function untilAborted<Value>(call: Promise<Value>, signal: AbortSignal): Promise<Value | null> {
  if (signal.aborted) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    signal.addEventListener("abort", stop, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Body of a response; null where it is too large, and then not read to its end. */
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
  return new Uint8Array(Buffer.concat(chunks));
}

/** Parameters of a URL; null ones are left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | null>>;

/** URL below a service's, which may have a path itself. Parts of the path must be encoded already. */
export function serviceUrl(base: string, path: string, parameters: QueryParameters = {}): URL {
  const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

/** JSON of a response, as far as the schema reads it; null where it is not of this shape. */
export function parseJson<Schema extends v.GenericSchema>(
  { bytes }: Pick<MapServiceResponse, "bytes">,
  schema: Schema,
): v.InferOutput<Schema> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export interface ThrottleOptions {
  /** Time from the start of one call to the start of the next. */
  readonly intervalMs: number;
  /** Maximum number of queued calls; when one more comes, the oldest is refused. */
  readonly maxQueued: number;
  readonly nowMs: () => number;
}

type QueuedCall = (isMine: boolean) => void;

/**
 * Spaces out the calls to a service. In a burst, as while a visitor types, only the newest query
 * counts: older queued ones are refused, so that the queue stays short.
 */
export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #queue: QueuedCall[] = [];
  #nextStartMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves when the call may start; with false where it has been refused. */
  take(): Promise<boolean> {
    const { maxQueued, nowMs } = this.#options;
    if (this.#queue.length === 0 && nowMs() >= this.#nextStartMs) {
      this.#start();
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      if (this.#queue.length > maxQueued) this.#queue.shift()?.(false);
      this.#wait();
    });
  }

  #start(): void {
    this.#nextStartMs = this.#options.nowMs() + this.#options.intervalMs;
  }

  #wait(): void {
    if (this.#timer !== null || this.#queue.length === 0) return;
    const waitMs = Math.max(0, this.#nextStartMs - this.#options.nowMs());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#options.nowMs() >= this.#nextStartMs) {
        this.#start();
        this.#queue.shift()?.(true);
      }
      this.#wait();
    }, Math.ceil(waitMs));
    this.#timer.unref();
  }
}

/** Point of a response, as GeoJSON has it. */
export const pointSchema = v.object({
  coordinates: v.tuple([
    v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  ]),
});
