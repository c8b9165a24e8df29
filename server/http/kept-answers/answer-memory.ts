import type { IncomingMessage, RequestListener } from "node:http";
import type { MemoryCounts } from "#server/figures/figures.ts";
import { consistencyTokenOf } from "#server/http/middleware/read-your-writes.ts";
import { noteRequest, type RequestNotes } from "#server/http/middleware/request-log.ts";

/** Memory that answers requests of visitors. */
export interface AnswerMemory {
  readonly counts: MemoryCounts;
  /** The answer to a plain request; null where the application has to make it. */
  find(request: IncomingMessage): FoundAnswer | null;
}

/** Answer to one request, as it is sent. */
export interface FoundAnswer {
  /** 304 where the client has the answer. */
  readonly status: 200 | 304;
  /** Name and value by turns. */
  readonly headers: string[];
  /** Text holds a byte in each character (latin1): with it, Node sends head and body in one write. */
  readonly body: string | Uint8Array | undefined;
}

interface AnswerOptions extends RequestNotes {
  /** Whether this process has the writes of a token (`ConsistencyTokens`). */
  readonly hasApplied: (token: string) => boolean;
}

/**
 * Listener that answers a request from the first memory that has its answer, before anything else is done for
 * it, and leaves every other request to `listener`.
 */
export function answerFromMemory(
  memories: readonly AnswerMemory[],
  { hasApplied, ...notes }: AnswerOptions,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const startedAtMs = performance.now();
    const token = consistencyTokenOf(request.headers.cookie);
    const hasAll = token === null || hasApplied(token);
    const found = isPlainGet(request) && hasAll ? findIn(memories, request) : null;
    if (found === null) return listener(request, response);
    const { status, headers, body } = found;
    response.writeHead(status, headers);
    if (typeof body === "string") response.end(body, "latin1");
    else response.end(body);
    const path = pathOf(request.url ?? "");
    const userAgent = request.headers["user-agent"];
    const destination = request.headers["sec-fetch-dest"]?.toString();
    noteRequest(notes, { method: "GET", path, status, startedAtMs, userAgent, destination });
  };
}

function findIn(memories: readonly AnswerMemory[], request: IncomingMessage): FoundAnswer | null {
  for (const memory of memories) {
    const found = memory.find(request);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a request asks for a whole answer and brings nothing along. */
export function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/** Path of an address, without its query. */
export function pathOf(address: string): string {
  const query = address.indexOf("?");
  return query < 0 ? address : address.slice(0, query);
}

/**
 * Whether a client has the answer already (RFC 9110, 13.1.2).
 *
 * @param ifNoneMatch the request's header of that name
 * @param etag the answer's validator, in quotes
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Weak comparison (RFC 9110, 8.8.3.2): the tag with its quotes, whatever stands before it.
  return ifNoneMatch === "*" || ifNoneMatch.includes(etag.replace("W/", ""));
}

/** What the memory of an answer goes to. */
export interface KeptContent {
  readonly bodyBytes: number;
  readonly texts: readonly string[];
}

interface Entry<Answer> {
  readonly version: string;
  readonly answer: Answer;
  readonly bytes: number;
}

/** Share of the memory for answers that were asked for once only. */
const newcomersShare = 0.25;

/** What an entry takes beside its body and its texts: objects, maps, the array's own part. */
const entryBytes = 600;

/**
 * Answers by key, each valid for one version of what they show, within a number of bytes. An answer is made
 * once for all who ask for it at the same time.
 *
 * One that is asked for a second time is a regular; newcomers are dropped before regulars, and within both
 * the one that was asked for longest ago goes first. So a flood of addresses that are asked for once each
 * does not drive out the answers that visitors read.
 */
export class AnswerStore<Answer extends object> {
  readonly #newcomers: Shelf<Answer>;
  readonly #regulars: Shelf<Answer>;
  readonly #making = new Map<string, Promise<Answer | null>>();
  readonly #contentOf: (answer: Answer) => KeptContent;
  #hits = 0;
  #misses = 0;

  /**
   * @param maxBytes maximum memory of all answers
   * @param contentOf what an answer's memory goes to
   */
  constructor(maxBytes: number, contentOf: (answer: Answer) => KeptContent) {
    this.#newcomers = new Shelf(maxBytes * newcomersShare);
    this.#regulars = new Shelf(maxBytes * (1 - newcomersShare));
    this.#contentOf = contentOf;
  }

  /** Memory of all kept answers. */
  get bytes(): number {
    return this.#newcomers.bytes + this.#regulars.bytes;
  }

  get size(): number {
    return this.#newcomers.size + this.#regulars.size;
  }

  get counts(): MemoryCounts {
    return { hits: this.#hits, misses: this.#misses, bytes: this.bytes, entries: this.size };
  }

  /** Counts a request of a kind that is kept. @param isAnswered whether its answer was found */
  note(isAnswered: boolean): void {
    if (isAnswered) this.#hits++;
    else this.#misses++;
  }

  /** The answer of a key in a version; null where it is not kept. */
  find(key: string, version: string): Answer | null {
    const entry = this.#regulars.take(key) ?? this.#newcomers.take(key);
    if (entry === null) return null;
    // One of an older version will never be valid again, but its visitors will come back.
    this.#regulars.put(key, entry);
    return entry.version === version ? entry.answer : null;
  }

  /**
   * The answer that is being made, for those who ask for it meanwhile; null where it is not being made, or
   * in an older version. The promise is of null where the answer could not be kept.
   */
  findMaking(key: string, version: string): Promise<Answer | null> | null {
    return this.#making.get(`${version} ${key}`) ?? null;
  }

  /**
   * Keeps what `make` makes, unless it makes null.
   *
   * @param version the version before anything was read for the answer: a later one makes it invalid
   */
  async keep(key: string, version: string, make: () => Promise<Answer | null>): Promise<void> {
    const name = `${version} ${key}`;
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    this.#making.set(name, promise);
    let answer: Answer | null = null;
    try {
      answer = await make();
      if (answer !== null) this.put(key, version, answer);
    } finally {
      this.#making.delete(name);
      resolve(answer);
    }
  }

  /** Keeps an answer that was made in a version. */
  put(key: string, version: string, answer: Answer): void {
    const entry = { version, answer, bytes: bytesOf([key, version], this.#contentOf(answer)) };
    const isRegular = this.#regulars.take(key) !== null;
    this.#newcomers.take(key);
    (isRegular ? this.#regulars : this.#newcomers).put(key, entry);
  }
}

/** Entries within a number of bytes, in the order in which they were last put. */
class Shelf<Answer> {
  readonly #entries = new Map<string, Entry<Answer>>();
  readonly #maxBytes: number;
  bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  take(key: string): Entry<Answer> | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.bytes -= entry.bytes;
    return entry;
  }

  put(key: string, entry: Entry<Answer>): void {
    this.#entries.set(key, entry);
    this.bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.#maxBytes) return;
      this.take(oldest);
    }
  }
}

/** Text counts as two bytes a character, which V8 takes at most. */
function bytesOf(names: readonly string[], { bodyBytes, texts }: KeptContent): number {
  const characters = [...names, ...texts].reduce((sum, text) => sum + text.length, 0);
  return bodyBytes + 2 * characters + entryBytes;
}
