/** Failure to start a task, because too many are queued: the response is a 503 with `Retry-After`, or a fallback. */
export class Overloaded extends Error {
  override readonly name = "Overloaded";
  readonly retryAfterSeconds: number;

  constructor(task: string, retryAfterSeconds: number) {
    super(`too much waits for ${task}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface ConcurrencyLimits {
  /** Name of the task, for the log. */
  readonly task: string;
  /** Maximum number of running tasks. */
  readonly maxRunning: number;
  /** Maximum number of running tasks of one client; `maxRunning` unless given. */
  readonly maxRunningPerClient?: number;
  /** Maximum number of queued tasks. */
  readonly maxQueued: number;
  /** Longest time of a task in the queue. */
  readonly maxWaitMs: number;
}

export interface TaskOptions {
  /** Key of the client; tasks without one count as those of one client. */
  readonly client?: string;
  /** Signal that aborts when the client has disconnected: a queued task is then dropped. */
  readonly signal?: AbortSignal;
}

interface Waiter {
  start(): void;
  fail(): void;
}

/**
 * Concurrency limiter with a bounded queue: a flood of costly requests takes a limited share of the process. The
 * queue is fair (round robin by client, and first in, first out for the tasks of one), so a client with a hundred
 * queued tasks makes another one wait for a few of them, not for all.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** Queued tasks by client; the next client comes first. No set is empty. */
  readonly #waiters = new Map<string, Set<Waiter>>();
  #queued = 0;
  /** Number of running tasks by client; a client without any is absent. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /**
   * Runs the task, after a time in the queue where too many run. Returns or throws what the task
   * does, and throws the reason of an aborted signal where the task was still queued.
   *
   * @throws {Overloaded} where the queue is full, or the task has been in it for too long. Where
   * another client has more queued tasks, its last one is refused instead.
   */
  async run<Value>(
    task: () => Promise<Value>,
    { client = "", signal }: TaskOptions = {},
  ): Promise<Value> {
    if (this.#mayRun(client)) this.#count(client, 1);
    else await this.#enqueue(client, signal);
    try {
      return await task();
    } finally {
      this.#count(client, -1);
      this.#next();
    }
  }

  #mayRun(client: string): boolean {
    const { maxRunning, maxRunningPerClient = maxRunning } = this.#limits;
    return this.#running < maxRunning && (this.#runningOf.get(client) ?? 0) < maxRunningPerClient;
  }

  #count(client: string, change: 1 | -1): void {
    this.#running += change;
    const running = (this.#runningOf.get(client) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, running);
  }

  /** Gives the place of an ended task directly to the next one, so that no newcomer takes it. */
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

  /**
   * Whether the client may queue a task; where the queue is full, the client with most tasks in it
   * loses one.
   */
  #makeRoom(client: string): boolean {
    if (this.#queued < this.#limits.maxQueued) return true;
    const countOf = (waiters: ReadonlySet<Waiter> | undefined) => waiters?.size ?? 0;
    const longest = [...this.#waiters.values()].reduce<Set<Waiter> | undefined>(
      (most, waiters) => (countOf(most) < waiters.size ? waiters : most),
      undefined,
    );
    if (!longest || countOf(longest) <= countOf(this.#waiters.get(client)) + 1) return false;
    [...longest].at(-1)?.fail();
    return true;
  }

  #add(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client) ?? new Set();
    this.#waiters.set(client, waiters.add(waiter));
    this.#queued++;
  }

  #remove(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client);
    if (!waiters?.delete(waiter)) return;
    this.#queued--;
    if (waiters.size === 0) this.#waiters.delete(client);
  }

  #enqueue(client: string, signal: AbortSignal | undefined): Promise<void> {
    const { task, maxWaitMs } = this.#limits;
    const overloaded = () => new Overloaded(task, Math.max(1, Math.ceil(maxWaitMs / 1000)));
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (!this.#makeRoom(client)) throw overloaded();
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
          reject(overloaded());
        },
      };
      const giveUp = () => {
        leave();
        reject(signal?.reason);
      };
      const timer = setTimeout(waiter.fail, maxWaitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#add(client, waiter);
    });
  }
}
