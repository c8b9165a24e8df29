import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import { isStaff } from "#domain/account/role.ts";
import { BoundedCache } from "#domain/place-index/bounded-cache.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { MemoryCounts } from "#server/figures/figures.ts";
import type { AppEnvironment, WholeAnswer } from "#server/http/app-environment.ts";
import { untilTheMinuteTurns } from "#server/http/caching.ts";
import { chooseEncoding, type Encoding } from "#server/http/middleware/compress.ts";
import { openHeaders } from "#server/http/middleware/open-readings.ts";
import type { HeaderLines } from "#server/http/middleware/security-headers.ts";
import type { Services } from "#server/services.ts";
import {
  type AnswerMemory,
  AnswerStore,
  type FoundAnswer,
  isKnown,
  isPlainGet,
} from "./answer-memory.ts";

/** Complete answer, in the content coding of its key, as it is sent to everyone. */
interface KeptAnswer {
  /** Validator, in quotes, as the answer has it. */
  readonly etag: string;
  /** Name and value by turns; all headers but `Cache-Control` of an answer that is fresh until the minute turns. */
  readonly headers: readonly string[];
  /** Headers of a 304 (RFC 9110, 15.4.5), in the same form. */
  readonly validators: readonly string[];
  /** The bytes as characters (`FoundAnswer`). */
  readonly body: string;
  readonly isFreshForTheMinute: boolean;
}

/** Memory for kept answers: some 8,000 lists, or more tiles. */
const maxBytes = 16 * 1024 * 1024;

export interface KeptTilesAndListsOptions {
  readonly services: Pick<
    Services,
    "identity" | "now" | "isInStep" | "contentVersion" | "indexVersion"
  >;
  /** Headers that every answer of the server has. */
  readonly fixedHeaders: HeaderLines;
  /** Counts the reading of a list; the headers that say how many are left, or null where none is. */
  readonly takeReading?: (request: IncomingMessage) => HeaderLines | null;
}

/**
 * Tiles, pictures of the map, lists and places of the API as visitors get them, kept by address and content
 * coding as long as nothing that they show has changed (docs/decisions/025).
 */
export class KeptTilesAndLists implements AnswerMemory {
  readonly #services: KeptTilesAndListsOptions["services"];
  readonly #fixedHeaders: HeaderLines;
  readonly #takeReading: (request: IncomingMessage) => HeaderLines | null;
  readonly #store = new AnswerStore<KeptAnswer>(
    maxBytes,
    ({ etag, headers, validators, body }) => ({
      bodyBytes: body.length,
      texts: [etag, ...headers, ...validators],
    }),
  );
  readonly #encodings = new BoundedCache<string, { readonly encoding: Encoding | null }>(64);
  /** Hashes of session cookies that were not of staff, with the last instant at which that was so. */
  readonly #ordinarySessions = new BoundedCache<string, { readonly seenAtMs: number }>(10_000);

  constructor({ services, fixedHeaders, takeReading = () => [] }: KeptTilesAndListsOptions) {
    this.#services = services;
    this.#fixedHeaders = fixedHeaders;
    this.#takeReading = takeReading;
  }

  get counts(): MemoryCounts {
    return this.#store.counts;
  }

  find(request: IncomingMessage): FoundAnswer | null {
    const kind = kindOf(request.url ?? "");
    if (kind === null || !this.#isForEveryone(request.headers.cookie, kind)) return null;
    const found = this.#find(kind, request);
    this.#store.note(found !== null);
    return found;
  }

  #find(kind: Kind, request: IncomingMessage): FoundAnswer | null {
    const { url = "", headers } = request;
    const version = this.#versionOf(kind);
    if (version === null) return null;
    const encoding = this.#encodingOf(headers["accept-encoding"]);
    const kept = this.#store.find(keyOf(url, encoding), version);
    if (kept === null) return null;
    const left = kind === "list" ? this.#takeReading(request) : [];
    // The application refuses it.
    if (left === null) return null;
    const status = isKnown(headers["if-none-match"], kept.etag) ? 304 : 200;
    const lines = [...(status === 304 ? kept.validators : kept.headers), ...left.flat()];
    if (kept.isFreshForTheMinute)
      lines.push("Cache-Control", untilTheMinuteTurns(this.#services.now()));
    return { status, headers: lines, body: status === 304 ? undefined : kept.body };
  }

  /**
   * Middleware that keeps the answer to a request whose viewer gets what every visitor gets. The answer must be
   * made by {@link answerWhole}.
   */
  readonly keep = createMiddleware<AppEnvironment>(async (context, next) => {
    // A request within the process, as in tests, has no connection.
    const incoming = context.env?.incoming;
    const { viewer } = context.var;
    const url = incoming?.url ?? "";
    const kind = kindOf(url);
    if (kind === null || !incoming || !isPlainGet(incoming)) return next();
    this.#noteSession(incoming.headers.cookie, viewer);
    const version = seesWhatAllSee(viewer, kind) ? this.#versionOf(kind) : null;
    await next();
    const { whole } = context.var;
    if (version === null || whole === undefined || this.#versionOf(kind) !== version) return;
    this.#store.put(keyOf(url, whole.encoding), version, this.#toKept(whole, kind));
  });

  #toKept({ headers, body }: WholeAnswer, kind: Kind): KeptAnswer {
    // A kept list is nobody's own: pages of other sites may read it, as one that is made for them.
    const open = kind === "list" ? openHeaders : [];
    const names = new Set(open.map(([name]) => name));
    const fixed = [...this.#fixedHeaders.filter(([name]) => !names.has(name)), ...open].flat();
    const isFreshForTheMinute = headers["Cache-Control"].includes("max-age");
    const own = Object.entries(headers).filter(
      ([name]) => !isFreshForTheMinute || name !== "Cache-Control",
    );
    const retained = own.filter(([name]) => ["ETag", "Vary", "Cache-Control"].includes(name));
    return {
      etag: headers.ETag,
      headers: [...own.flat(), ...fixed],
      validators: [...retained.flat(), ...fixed],
      body: body.toString("latin1"),
      isFreshForTheMinute,
    };
  }

  /** Null for a list while this process may be behind the database; an image is made of the index, which is there. */
  #versionOf(kind: Kind): string | null {
    const version = this.#services.contentVersion();
    return version === null && kind === "image" ? this.#services.indexVersion() : version;
  }

  /** Whether a request with these cookies gets what every visitor gets, as far as that is known without a look-up. */
  #isForEveryone(cookie: string | undefined, kind: Kind): boolean {
    if (cookie === undefined) return true;
    if (!this.#services.identity.mayHaveSession(new Headers({ Cookie: cookie }))) return true;
    // While the database is away, no one's session is known to be read.
    if (kind !== "image" || !this.#services.isInStep()) return false;
    const seen = this.#ordinarySessions.find(hash(cookie));
    return seen !== undefined && this.#services.now().getTime() < seen.seenAtMs + knownForMs;
  }

  /**
   * A session is one account's for as long as it lasts, but the account may become a moderator's
   * (docs/product#moderators).
   */
  #noteSession(cookie: string | undefined, viewer: Viewer): void {
    if (cookie === undefined || viewer.userId === null || isStaff(viewer)) return;
    this.#ordinarySessions.keep(hash(cookie), { seenAtMs: this.#services.now().getTime() });
  }

  #encodingOf(accepted: string | undefined): Encoding | null {
    if (accepted === undefined) return null;
    return this.#encodings.recall(accepted, () => ({ encoding: chooseEncoding(accepted) }))
      .encoding;
  }
}

/** Time for which a session that is not of staff need not be looked up; a browser keeps an image as long. */
const knownForMs = 60_000;

type Kind = "image" | "list";

/** Kind of answer that an address may be kept as; null for every other address. */
function kindOf(url: string): Kind | null {
  if (url.startsWith("/tiles/places/") || url.startsWith("/map-picture.svg")) return "image";
  // A set of places is large, and asked for once a day.
  if (url.startsWith("/api/v1/places/set")) return null;
  return url.startsWith("/api/v1/places") ? "list" : null;
}

/** Images differ for staff only; lists and places tell each account of its own reviews. */
function seesWhatAllSee(viewer: Viewer, kind: Kind): boolean {
  if (isStaff(viewer) || viewer.isUnread) return false;
  return kind === "image" || viewer.userId === null;
}

function keyOf(url: string, encoding: Encoding | null): string {
  return `${encoding ?? "-"} ${url}`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
