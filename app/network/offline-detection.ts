/** Time without contact until the page says that it is offline (docs/product#offline). */
export const offlineAfterMs = 10_000;

const failedLoad = "mosdo:failed-load";
const contact = "mosdo:contact";

/** Reports that a request got no answer, or not all of one; an answer with an error status is contact. */
export function reportFailedLoad(): void {
  window.dispatchEvent(new Event(failedLoad));
}

/** Reports that the server answered. */
export function reportContact(): void {
  window.dispatchEvent(new Event(contact));
}

/** Listens for both; the returned function stops that. */
export function listenForContact(onFailedLoad: () => void, onContact: () => void): () => void {
  window.addEventListener(failedLoad, onFailedLoad);
  window.addEventListener(contact, onContact);
  return () => {
    window.removeEventListener(failedLoad, onFailedLoad);
    window.removeEventListener(contact, onContact);
  };
}

/**
 * Whether an error of the router's loading means that no answer came, or only a part of one: a failure of the
 * network, not of the code. A browser's fetch then fails with a TypeError; within the body, the router names
 * that as the cause of its own error.
 */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfNetwork = error instanceof TypeError && networkFailure.test(error.message);
  return isOfNetwork || isNetworkError(error.cause);
}

/** Messages of Chromium, Firefox and Safari. */
const networkFailure = /fetch|network|load failed|error in \w+ stream/i;

const pingTimeoutMs = 4_000;

/** Whether the server answers now; every listener hears of an answer. */
export async function pingServer(): Promise<boolean> {
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(pingTimeoutMs) });
    reportContact();
    return true;
  } catch {
    return false;
  }
}

/** Interval of the requests that test the contact, while there is none. */
const pingEveryMs = 5_000;

export interface ContactMonitorOptions {
  /** Resolves to whether the server answered; never rejects. */
  ping: () => Promise<boolean>;
  now: () => number;
  /** Called with the time at which contact was lost, once that is 10 s ago, and with null when it is back. */
  onChange: (lostAt: number | null) => void;
}

/**
 * Watches the contact with the server. It sends requests only after a failure: every five seconds until there
 * is an answer.
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

  /** Reports that a request got no answer, or that the browser is offline. */
  doubt(): void {
    if (this.#lostAt !== null) return;
    this.#lostAt = this.#options.now();
    this.#offlineTimer = setTimeout(() => this.#tell(), offlineAfterMs);
    void this.#ask();
  }

  /** Reports that the server answered. */
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
    this.#hasTold = true;
    this.#options.onChange(this.#lostAt);
  }

  async #ask(): Promise<void> {
    const askedAbout = this.#lostAt;
    const isThere = await this.#options.ping();
    if (this.#lostAt === null || this.#lostAt !== askedAbout) return;
    if (isThere) this.confirm();
    else this.#pingTimer = setTimeout(() => void this.#ask(), pingEveryMs);
  }
}
