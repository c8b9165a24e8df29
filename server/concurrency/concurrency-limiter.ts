import { AsyncLocalStorage } from "node:async_hooks";

const overloadedName = "Overloaded";

/** Failure to start a task, because too many are queued: a 503 with `Retry-After`, or a fallback. */
export class Overloaded extends Error {
  override readonly name = overloadedName;
  readonly retryAfterSeconds: number;

  constructor(task: string, retryAfterSeconds: number) {
    super(`too much waits for ${task}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whether an error is an {@link Overloaded}, by its name: the built application has its own copy of the class. */
export function isOverloaded(error: unknown): error is Overloaded {
  return error instanceof Error && error.name === overloadedName;
}

export interface ConcurrencyLimits {
  /** Name of the task, for the log. */
  readonly task: string;
  /** Maximum number of running tasks. */
  readonly maxRunning: number;
  /** Maximum number of running tasks of one client; `maxRunning` unless given. */
  readonly maxRunningPerClient?: number;
  /** Maximum number of queued tasks of each priority. */
  readonly maxQueued: number;
  /** Longest time of a task in the queue. */
  readonly maxWaitMs: number;
}

export interface TaskOptions {
  /** Key of the client; tasks without one count as those of one client. */
  readonly client?: string;
  /** Signal that aborts when the client has disconnected: a queued task is then dropped. */
  readonly signal?: AbortSignal;
  /** Queued tasks of a higher priority start first; default 0. */
  readonly priority?: Priority;
}

export type Priority = 0 | 1 | 2;

/** A running task's share of the limit. */
export interface Turn {
  /** Runs work that does not count as running: another task starts meanwhile. The task then goes on at once. */
  giveBackFor<Value>(work: () => Promise<Value>): Promise<Value>;
}

const turns = new AsyncLocalStorage<Turn>();

/** Runs work of a task in which {@link withoutTurn} gives the task's turn back. */
export function holdingTurn<Value>(turn: Turn, work: () => Promise<Value>): Promise<Value> {
  return turns.run(turn, work);
}

/** Runs work, such as a wait in another queue, during which the current task's turn is free for others. */
export function withoutTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const turn = turns.getStore();
  return turn === undefined ? work() : turn.giveBackFor(work);
}

interface Waiter {
  start(): void;
  fail(): void;
}

/**
 * Queue that is fair by client: round robin, and first in, first out for the tasks of one. Where it is full, the client
 * with most tasks gives its last one up to a newcomer.
 */
class FairQueue {
  readonly #maxQueued: number;
  /** Queued tasks by client; the next client comes first. No set is empty. */
  readonly #waiters = new Map<string, Set<Waiter>>();
  #queued = 0;

  constructor(maxQueued: number) {
    this.#maxQueued = maxQueued;
  }

  /** Starts the first task of the next client that may run; false where there is none. */
  start(mayRun: (client: string) => boolean): boolean {
    for (const [client, [first]] of this.#waiters) {
      if (!mayRun(client)) continue;
      first.start();
      this.#putLast(client);
      return true;
    }
    return false;
  }

  #putLast(client: string): void {
    const waiters = this.#waiters.get(client);
    if (!waiters) return;
    this.#waiters.delete(client);
    this.#waiters.set(client, waiters);
  }

  /** Whether the client may queue a task; room is made for it if need be. */
  makeRoom(client: string): boolean {
    if (this.#queued < this.#maxQueued) return true;
    const countOf = (waiters: ReadonlySet<Waiter> | undefined) => waiters?.size ?? 0;
    const longest = [...this.#waiters.values()].reduce<Set<Waiter> | undefined>(
      (most, waiters) => (countOf(most) < waiters.size ? waiters : most),
      undefined,
    );
    if (!longest || countOf(longest) <= countOf(this.#waiters.get(client)) + 1) return false;
    [...longest].at(-1)?.fail();
    return true;
  }

  add(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client) ?? new Set();
    this.#waiters.set(client, waiters.add(waiter));
    this.#queued++;
  }

  remove(client: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(client);
    if (!waiters?.delete(waiter)) return;
    this.#queued--;
    if (waiters.size === 0) this.#waiters.delete(client);
  }
}

/**
 * Concurrency limiter with bounded queues: a flood of costly requests takes a limited share of the process, and a
 * client with a hundred queued tasks makes another one wait for a few of them. Each priority has a queue of its own.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  /** Queues by priority. */
  readonly #queues: Readonly<Record<Priority, FairQueue>>;
  /** Number of running tasks by client; a client without any is absent. */
  readonly #runningOf = new Map<string, number>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    const queue = () => new FairQueue(limits.maxQueued);
    this.#queues = [queue(), queue(), queue()];
  }

  /** Number of running tasks. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs the task, after a time in the queue where too many run.
   *
   * @throws {Overloaded} where the queue is full, or the task has been in it for too long; where another client has
   *   more queued tasks, its last one is refused instead. The reason of an aborted signal where the task was still
   *   queued
   */
  async run<Value>(
    task: (turn: Turn) => Promise<Value>,
    { client = "", signal, priority = 0 }: TaskOptions = {},
  ): Promise<Value> {
    if (this.#mayRun(client)) this.#count(client, 1);
    else await this.#enqueue({ client, signal, priority });
    let isHeld = true;
    let isOver = false;
    const giveBack = () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(client, -1);
      this.#next();
    };
    const takeAgain = () => {
      // Work may outlive its task, as that of a request whose client has gone.
      if (isHeld || isOver) return;
      isHeld = true;
      this.#count(client, 1);
    };
    const giveBackFor: Turn["giveBackFor"] = async (work) => {
      giveBack();
      try {
        return await work();
      } finally {
        takeAgain();
      }
    };
    try {
      return await task({ giveBackFor });
    } finally {
      isOver = true;
      giveBack();
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
    const mayRun = (client: string) => this.#mayRun(client);
    for (const priority of [2, 1, 0] as const) {
      if (this.#queues[priority].start(mayRun)) return;
    }
  }

  #enqueue({
    client,
    signal,
    priority,
  }: Required<Pick<TaskOptions, "client" | "priority">> & TaskOptions): Promise<void> {
    const { task, maxWaitMs } = this.#limits;
    const queue = this.#queues[priority];
    const overloaded = () => new Overloaded(task, Math.max(1, Math.ceil(maxWaitMs / 1000)));
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (!queue.makeRoom(client)) throw overloaded();
      const leave = () => {
        queue.remove(client, waiter);
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
      };
      const waiter: Waiter = {
        start: () => {
          this.#count(client, 1);
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
      queue.add(client, waiter);
    });
  }
}
