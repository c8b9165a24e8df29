import { failedLoad } from "#app/chunks/import-chunk.ts";

/** Time without contact until the page says that it is offline (docs/product#offline). */
export const offlineAfterMs = 10_000;

const contact = "mosdo:contact";

/** Reports that a request got no response, or a part of one; a response with an error status is contact. */
export function reportFailedLoad(): void {
  window.dispatchEvent(new Event(failedLoad));
}

export function reportContact(): void {
  window.dispatchEvent(new Event(contact));
}

/** Header of a response from places saved in this browser: the time at which the oldest part of it was read. */
export const savedAtHeader = "Kept-At";

/** Reports a response by its headers: contact, unless the service worker made it from saved places. */
export function reportResponse(headers: Headers): void {
  const savedAt = headers.get(savedAtHeader);
  if (savedAt === null) reportContact();
  else window.dispatchEvent(new CustomEvent(failedLoad, { detail: savedAt }));
}

const newVersion = "mosdo:new-version";

/** Reports that a new version is there. @param take loads it, and the page again */
export function reportNewVersion(take: () => void): void {
  window.dispatchEvent(new CustomEvent(newVersion, { detail: take }));
}

/** Listens for events by their names; the returned function stops that. */
function listen(listeners: Readonly<Record<string, (event: Event) => void>>): () => void {
  const pairs = Object.entries(listeners);
  for (const pair of pairs) window.addEventListener(...pair);
  return () => {
    for (const pair of pairs) window.removeEventListener(...pair);
  };
}

/** Listens for a new version; the returned function stops that. */
export function listenForNewVersion(onNew: (take: () => void) => void): () => void {
  return listen({ [newVersion]: (event) => onNew((event as CustomEvent<() => void>).detail) });
}

/** Listens for both; the returned function stops that. @param onFailedLoad gets the time of what is shown instead, or null */
export function listenForContact(
  onFailedLoad: (savedAt: string | null) => void,
  onContact: () => void,
): () => void {
  return listen({
    [failedLoad]: (event) => onFailedLoad((event as CustomEvent).detail ?? null),
    [contact]: onContact,
  });
}

/**
 * Whether an error of the router's loading is a failure of the network: a TypeError of `fetch`, or one with that as
 * its cause.
 */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfNetwork = error instanceof TypeError && networkFailure.test(error.message);
  return isOfNetwork || isNetworkError(error.cause);
}

/** Messages of Chromium, Firefox and Safari. */
const networkFailure = /fetch|network|load failed|error in \w+ stream/i;

const pingTimeoutMs = 4_000;

/** Statuses of a proxy whose server does not respond. */
export const proxyStatuses = [502, 504];

/** Whether the server responds now; every listener is called on a response. */
export async function pingServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(pingTimeoutMs);
    const { status } = await fetch("/healthz", { cache: "no-store", signal });
    if (proxyStatuses.includes(status)) return false;
    reportContact();
    return true;
  } catch {
    return false;
  }
}

/** Interval of the requests that test the contact, while there is none. */
const pingEveryMs = 5_000;

export interface ContactMonitorOptions {
  /** Resolves to whether the server responded; never rejects. */
  ping: () => Promise<boolean>;
  now: () => number;
  /** Called with the time at which contact was lost, once that is 10 s ago, and with null when it is back. */
  onChange: (lostAt: number | null) => void;
}

/**
 * Watches the contact with the server, with requests only after a failure: every five seconds until there is a
 * response.
 */
export class ContactMonitor {
  readonly #options: ContactMonitorOptions;
  #lostAt: number | null = null;
  #hasTold = false;
  #offlineTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ContactMonitorOptions) {
    this.#options = options;
  }

  /** Reports a missing response. @param isShown whether saved places are shown already: then the page says so at once */
  doubt(isShown = false): void {
    if (this.#lostAt === null) {
      this.#lostAt = this.#options.now();
      this.#offlineTimer = setTimeout(() => this.#tell(), offlineAfterMs);
      void this.#ping();
    }
    if (isShown && !this.#hasTold) this.#tell();
  }

  confirm(): void {
    this.stop();
    if (this.#hasTold) this.#options.onChange(null);
    this.#hasTold = false;
  }

  /** Stops its timers, and forgets any doubt. */
  stop(): void {
    clearTimeout(this.#offlineTimer);
    clearTimeout(this.#pingTimer);
    this.#lostAt = null;
  }

  #tell(): void {
    clearTimeout(this.#offlineTimer);
    this.#hasTold = true;
    this.#options.onChange(this.#lostAt);
  }

  async #ping(): Promise<void> {
    const pingedPath = this.#lostAt;
    const isThere = await this.#options.ping();
    if (this.#lostAt === null || this.#lostAt !== pingedPath) return;
    if (isThere) this.confirm();
    else this.#pingTimer = setTimeout(() => void this.#ping(), pingEveryMs);
  }
}
