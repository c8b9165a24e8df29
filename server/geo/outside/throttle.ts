export interface ThrottleOptions {
  /** Time from the start of one call to the start of the next. */
  readonly intervalMs: number;
  /** Maximum number of queued calls; when one more comes, the oldest is refused. */
  readonly maxQueued: number;
  readonly nowMs: () => number;
}

type QueuedCall = (isMine: boolean) => void;

/**
 * Spaces out the calls to a service. In a burst, as while a visitor types, only the newest query
 * counts: older queued ones are refused, so that the queue stays short.
 */
export class Throttle {
  readonly #options: ThrottleOptions;
  readonly #queue: QueuedCall[] = [];
  #nextStartMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ThrottleOptions) {
    this.#options = options;
  }

  /** Resolves when the call may start; with false where it has been refused. */
  take(): Promise<boolean> {
    const { maxQueued, nowMs } = this.#options;
    if (this.#queue.length === 0 && nowMs() >= this.#nextStartMs) {
      this.#start();
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      if (this.#queue.length > maxQueued) this.#queue.shift()?.(false);
      this.#wait();
    });
  }

  #start(): void {
    const { intervalMs, nowMs } = this.#options;
    this.#nextStartMs = nowMs() + intervalMs;
  }

  #wait(): void {
    if (this.#timer !== null || this.#queue.length === 0) return;
    const waitMs = Math.max(0, this.#nextStartMs - this.#options.nowMs());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#options.nowMs() >= this.#nextStartMs) {
        this.#start();
        this.#queue.shift()?.(true);
      }
      this.#wait();
    }, Math.ceil(waitMs));
    this.#timer.unref();
  }
}
