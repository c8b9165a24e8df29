import {
  Agent,
  type ClientRequest,
  get,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";

/** Language that a request asks for, unless it says another. */
const germanPhone = "de-AT,de;q=0.9";

/** Content codings that browsers accept. */
const acceptedCodings = { "Accept-Encoding": "gzip, deflate, br, zstd" };

/** The times of a row of requests. */
export interface Measured {
  /** From the call to the last byte, of each request. */
  readonly timesMs: number[];
  readonly elapsedMs: number;
  /** Of the bodies as they were sent, on average. */
  readonly meanBytes: number;
}

interface LoopOptions {
  readonly origin: string;
  /** Kept open; each has one request under way at a time. */
  readonly connections: number;
  readonly maxRequests: number;
  /** No request is begun after this. */
  readonly maxMs: number;
  readonly stop?: AbortSignal;
  /** Path and query of the n-th request. */
  address(number: number): string;
  /** Further headers of the n-th request. */
  headers?(number: number): OutgoingHttpHeaders;
}

/** Asks over and over, in a closed loop, until enough requests are done or the time is over. */
export async function runRequests(options: LoopOptions): Promise<Measured> {
  const { origin, connections, maxRequests, maxMs, stop, address } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const timesMs: number[] = [];
  let asked = 0;
  let bytes = 0;
  const startedAtMs = performance.now();
  const work = async () => {
    while (asked < maxRequests && performance.now() - startedAtMs < maxMs) {
      stop?.throwIfAborted();
      const number = asked++;
      const url = `${origin}${address(number)}`;
      // As a browser asks, without a validator.
      const headers = {
        ...acceptedCodings,
        "Accept-Language": germanPhone,
        ...options.headers?.(number),
      };
      const askedAtMs = performance.now();
      // Awaited first: `bytes += await` would forget what the other connections add meanwhile.
      const received = await requestBytes(get(url, { agent, headers }));
      bytes += received;
      timesMs.push(performance.now() - askedAtMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, work));
    const elapsedMs = performance.now() - startedAtMs;
    return { timesMs, elapsedMs, meanBytes: bytes / timesMs.length };
  } finally {
    agent.destroy();
  }
}

/** Reads a whole answer. @throws where its status is not 200 */
function requestBytes(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response: IncomingMessage) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${response.statusCode} for ${request.path}`));
      });
    });
  });
}
