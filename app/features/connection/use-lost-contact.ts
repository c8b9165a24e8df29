import { useEffect, useState } from "react";
import { listenForContact, offlineAfterMs, reportContact } from "#app/network/connection-events.ts";

const pingTimeoutMs = 4_000;

/**
 * Time at which contact was lost, in milliseconds since the epoch, once that is ten seconds ago
 * (docs/product#offline); null while there is contact. It listens to the browser and to reports of failed
 * loads.
 */
export function useLostContact(): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    const monitor = new ContactMonitor({ ping: pingServer, now: Date.now, onChange: setLostAt });
    const doubt = () => monitor.doubt();
    const stopListening = listenForContact(doubt, () => monitor.confirm());
    window.addEventListener("offline", doubt);
    if (!navigator.onLine) doubt();
    return () => {
      stopListening();
      window.removeEventListener("offline", doubt);
      monitor.stop();
    };
  }, []);
  return lostAt;
}

async function pingServer(): Promise<boolean> {
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(pingTimeoutMs) });
    // Other listeners wait for it too.
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
