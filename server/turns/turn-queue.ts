/**
 * Failure to get a turn, because the queue is full or slow: the caller answers 503 with
 * `Retry-After`, or the next best answer.
 */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
  readonly retryAfterSeconds: number;

  constructor(task: string, retryAfterSeconds: number) {
    super(`too much waits for ${task}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface TurnQueueOptions {
  /** Name of the task, for the log. */
  readonly task: string;
  /** Maximum number of tasks that run at once. */
  readonly atOnce: number;
  /** Maximum number of tasks that run at once for one client; as many as `atOnce` unless given. */
  readonly atOnceForOne?: number;
  /** Maximum number of tasks that wait. */
  readonly waiting: number;
  /** Longest wait of a task. */
  readonly waitMs: number;
}

/** Client that a task is done for. */
export interface Turn {
  /**
   * Key of the client; tasks without one count as those of one client. Clients take turns, for any
   * number of tasks that each of them has.
   */
  readonly client?: string;
  /** Signal that aborts when the client has gone: a task that still waits is given up. */
  readonly signal?: AbortSignal;
}

interface Waiter {
  start(): void;
  fail(): void;
}

/**
 * Queue that lets a bounded number of tasks run at once and a bounded number wait, for a bounded
 * time: a flood of costly requests takes a limited share of the process. Waiting clients take
 * turns, each with its tasks in the order of their arrival; so a client with a hundred tasks makes
 * another client wait for a few of them, not for all.
 */
export class TurnQueue {
  readonly #options: TurnQueueOptions;
  /** The tasks that wait, by client; the client whose turn is next comes first. None is empty. */
  readonly #waiters = new Map<string, Set<Waiter>>();
  #waiting = 0;
  /** Number of running tasks by client; a client without any is absent. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(options: TurnQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs the task when its turn has come; what it returns or throws is passed on. The reason of an
   * aborted signal is thrown where the task still waited.
   *
   * @throws {TooBusy} where too many wait already, or this one has waited too long. Where another
   *   client has more tasks waiting, its last one is refused instead.
   */
  async run<Value>(task: () => Promise<Value>, { client = "", signal }: Turn = {}): Promise<Value> {
    if (this.#mayRun(client)) this.#count(client, 1);
    else await this.#turn(client, signal);
    try {
      return await task();
    } finally {
      this.#count(client, -1);
      this.#next();
    }
  }

  #mayRun(client: string): boolean {
    const { atOnce, atOnceForOne = atOnce } = this.#options;
    return this.#running < atOnce && (this.#runningOf.get(client) ?? 0) < atOnceForOne;
  }

  #count(client: string, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningOf.get(client) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, running);
  }

  /**
   * Hands the place of the task that has just ended to the next one, so that no newcomer takes it.
   */
  #next(): void {
    for (const [client, [first]] of this.#waiters) {
      if (!this.#mayRun(client)) continue;
      this.#count(client, 1);
      first.start();
      this.#putLast(client);
      return;
    }
  }

  #putLast(client: string): void {
    const waiters = this.#waiters.get(client);
    if (!waiters) return;
    this.#waiters.delete(client);
    this.#waiters.set(client, waiters);
  }

  /** Whether the client may wait; where all places are taken, the greediest client gives one up. */
  #makeRoom(client: string): boolean {
    if (this.#waiting < this.#options.waiting) return true;
    const countOf = (waiters: ReadonlySet<Waiter> | undefined) => waiters?.size ?? 0;
    const greediest = [...this.#waiters.values()].reduce<Set<Waiter> | undefined>(
      (most, waiters) => (countOf(most) < waiters.size ? waiters : most),
      undefined,
    );
    if (!greediest || countOf(greediest) <= countOf(this.#waiters.get(client)) + 1) return false;
    [...greediest].at(-1)?.fail();
    return true;
  }

  #add(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client) ?? new Set();
    this.#waiters.set(client, waiters.add(waiter));
    this.#waiting++;
  }

  #remove(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client);
    if (!waiters?.delete(waiter)) return;
    this.#waiting--;
    if (waiters.size === 0) this.#waiters.delete(client);
  }

  #turn(client: string, signal: AbortSignal | undefined): Promise<void> {
    const { task, waitMs } = this.#options;
    const tooBusy = () => new TooBusy(task, Math.max(1, Math.ceil(waitMs / 1000)));
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (!this.#makeRoom(client)) throw tooBusy();
      const leave = () => {
        this.#remove(client, waiter);
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      };
      const waiter: Waiter = {
        start() {
          leave();
          resolve();
        },
        fail() {
          leave();
          reject(tooBusy());
        },
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(waiter.fail, waitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#add(client, waiter);
    });
  }
}
