/** There is more to do than gets done soon: 503 with `Retry-After`, or the next best answer. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
  readonly retryAfterSeconds: number;

  constructor(task: string, retryAfterSeconds: number) {
    super(`too much waits for ${task}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface TurnQueueOptions {
  /** What is done in turns, for the log. */
  readonly task: string;
  /** How many tasks run at once. */
  readonly atOnce: number;
  /** How many more may wait. */
  readonly waiting: number;
  /** The longest that one waits. */
  readonly waitMs: number;
}

interface Waiter {
  start(): void;
}

/**
 * Lets a bounded number of tasks run at once and a bounded number wait, for a bounded time: a flood
 * of costly questions takes its share of the process and no more. First come, first served.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  readonly #waiters = new Set<Waiter>();
  #running = 0;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs the task when its turn has come; what it returns or throws is passed on.
   *
   * @param signal aborted when the client is gone: a task that still waits is given up, and the
   *   signal's reason thrown
   * @throws {TooBusy} where too many wait already, or this one has waited too long
   */
  async run<Value>(task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    if (this.#running < this.#options.atOnce) this.#running++;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** The one that has just ended hands its place on, so that no newcomer takes it. */
  #next(): void {
    const [first] = this.#waiters;
    if (first) first.start();
    else this.#running--;
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const { task, waiting, waitMs } = this.#options;
    const tooBusy = () => new TooBusy(task, Math.max(1, Math.ceil(waitMs / 1000)));
    if (this.#waiters.size >= waiting) return Promise.reject(tooBusy());
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        this.#waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      };
      const waiter: Waiter = {
        start() {
          leave();
          resolve();
        },
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave();
        reject(tooBusy());
      }, waitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiters.add(waiter);
    });
  }
}
