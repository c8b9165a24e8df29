import { offlineAfterMs } from "#app/network/contact.ts";

/** How often it asks whether the server is there again, while there is no contact. */
const pingEveryMs = 5_000;

export interface ContactMonitorOptions {
  /** Resolves to whether the server answered; never rejects. */
  ping: () => Promise<boolean>;
  now: () => number;
  /** Told when contact was lost once that is 10 s ago, and null when it is back. */
  onChange: (lostAt: number | null) => void;
}

/**
 * Watches whether the server can be reached. It asks only while something has failed: from the first
 * doubt every five seconds until there is an answer.
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

  /** Something got no answer, or the browser says that it is offline. */
  doubt(): void {
    if (this.#lostAt !== null) return;
    this.#lostAt = this.#options.now();
    this.#offlineTimer = setTimeout(() => this.#tell(), offlineAfterMs);
    void this.#ask();
  }

  /** The server answered. */
  confirm(): void {
    this.stop();
    if (this.#hasTold) this.#options.onChange(null);
    this.#hasTold = false;
  }

  /** Ends its timers, and forgets any doubt. */
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
