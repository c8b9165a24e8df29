/** The browser's caches, in memory. */
export class StubCaches {
  readonly #origin: string;
  readonly #caches = new Map<string, StubCache>();

  /** @param origin of the page or the worker */
  constructor(origin: string) {
    this.#origin = origin;
  }

  async open(name: string): Promise<StubCache> {
    const cache = this.#caches.get(name) ?? new StubCache(this.#origin);
    this.#caches.set(name, cache);
    return cache;
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  async match(path: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.#caches.get(cacheName)?.match(path);
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }
}

class StubCache {
  readonly #origin: string;
  readonly #responses = new Map<string, Response>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async put(path: string, response: Response): Promise<void> {
    this.#responses.set(this.#urlOf(path), response);
  }

  async match(request: string | { url: string }): Promise<Response | undefined> {
    return this.#responses.get(this.#urlOf(request))?.clone();
  }

  async delete(request: string | { url: string }): Promise<boolean> {
    return this.#responses.delete(this.#urlOf(request));
  }

  async keys(): Promise<{ url: string }[]> {
    return [...this.#responses.keys()].map((url) => ({ url }));
  }

  #urlOf(request: string | { url: string }): string {
    return new URL(typeof request === "string" ? request : request.url, this.#origin).href;
  }
}
