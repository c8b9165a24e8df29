/** Page as it is sent: everything of its answer but the headers that every answer has. */
export interface KeptPage {
  /** Validator of the answer, in quotes. */
  readonly etag: string;
  /** Headers that the page's own content decides, its policy included. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document, compressed with brotli. */
  readonly brotli: Uint8Array<ArrayBuffer>;
}

interface Entry {
  readonly state: string;
  readonly page: KeptPage;
  readonly bytes: number;
}

/** Share of the memory for pages that were asked for once only. */
const newcomersShare = 0.25;

/** What an entry takes beside its document, its key and its headers: objects, maps, the array's own part. */
const entryBytes = 600;

/**
 * Pages by key, each valid for one state of what they show, within a number of bytes. A page is made once
 * for all who ask for it at the same time.
 *
 * A page that is asked for a second time is a regular; newcomers are dropped before regulars, and within
 * both the one that was asked for longest ago goes first. So a flood of addresses that are asked for once
 * each does not drive out the pages that visitors read.
 */
export class PageStore {
  readonly #newcomers: Shelf;
  readonly #regulars: Shelf;
  readonly #making = new Map<string, Promise<KeptPage | null>>();

  /** @param maxBytes maximum memory of all pages */
  constructor(maxBytes: number) {
    this.#newcomers = new Shelf(maxBytes * newcomersShare);
    this.#regulars = new Shelf(maxBytes * (1 - newcomersShare));
  }

  /** Memory of all kept pages. */
  get bytes(): number {
    return this.#newcomers.bytes + this.#regulars.bytes;
  }

  get size(): number {
    return this.#newcomers.size + this.#regulars.size;
  }

  /** The page of a key as it is in a state; null where it is not kept. */
  find(key: string, state: string): KeptPage | null {
    const entry = this.#regulars.take(key) ?? this.#newcomers.take(key);
    if (entry === null) return null;
    // A page of an older state will never be valid again, but its visitors will come back.
    this.#regulars.put(key, entry);
    return entry.state === state ? entry.page : null;
  }

  /**
   * The page that is being made, for those who ask for it meanwhile; null where it is not being made, or
   * in an older state. The promise is of null where the page could not be kept.
   */
  findMaking(key: string, state: string): Promise<KeptPage | null> | null {
    return this.#making.get(`${state} ${key}`) ?? null;
  }

  /**
   * Keeps what `make` makes, unless it makes null.
   *
   * @param state the state before anything was read for the page: a later one makes it invalid
   */
  async keep(key: string, state: string, make: () => Promise<KeptPage | null>): Promise<void> {
    const name = `${state} ${key}`;
    const { promise, resolve } = Promise.withResolvers<KeptPage | null>();
    this.#making.set(name, promise);
    let page: KeptPage | null = null;
    try {
      page = await make();
      if (page !== null) this.#put(key, { state, page, bytes: bytesOf(key, state, page) });
    } finally {
      this.#making.delete(name);
      resolve(page);
    }
  }

  #put(key: string, entry: Entry): void {
    const isRegular = this.#regulars.take(key) !== null;
    this.#newcomers.take(key);
    (isRegular ? this.#regulars : this.#newcomers).put(key, entry);
  }
}

/** Entries within a number of bytes, in the order in which they were last put. */
class Shelf {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  take(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.bytes -= entry.bytes;
    return entry;
  }

  put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.#maxBytes) return;
      this.take(oldest);
    }
  }
}

/** Text counts as two bytes a character, which V8 takes at most. */
function bytesOf(key: string, state: string, { etag, headers, brotli }: KeptPage): number {
  const texts = [key, state, etag, ...Object.entries(headers).flat()];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return brotli.byteLength + 2 * characters + entryBytes;
}
