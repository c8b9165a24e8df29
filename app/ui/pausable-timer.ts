/**
 * Calls back once after a time that can be stopped and gone on with, as long as someone reads.
 * Pausing twice or resuming while it runs changes nothing.
 */
export class PausableTimer {
  readonly #onElapsed: () => void;
  #remainingMs: number;
  #startedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(timeoutMs: number, onElapsed: () => void) {
    this.#remainingMs = timeoutMs;
    this.#onElapsed = onElapsed;
  }

  /** Starts, or goes on with what is left. */
  resume(): void {
    if (this.#timer !== null) return;
    this.#startedAtMs = Date.now();
    this.#timer = setTimeout(this.#onElapsed, this.#remainingMs);
  }

  pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#remainingMs = Math.max(0, this.#remainingMs - (Date.now() - this.#startedAtMs));
  }
}
