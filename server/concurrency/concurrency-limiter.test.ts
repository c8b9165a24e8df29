import { describe, expect, it, vi } from "vitest";
import { ConcurrencyLimiter, holdingTurn, Overloaded, withoutTurn } from "./concurrency-limiter.ts";

/** Task that the test ends. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = vi.fn(() => promise);
  return { run, end: () => resolve("done"), fail: () => reject(new Error("broken")) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const limits = { task: "tests", maxRunning: 2, maxQueued: 2, maxWaitMs: 60_000 };

describe("ConcurrencyLimiter", () => {
  it("runs at most the limit's number of tasks at once, and the next when one has ended", async () => {
    const queue = new ConcurrencyLimiter(limits);
    const tasks = [openTask(), openTask(), openTask(), openTask()];
    const ends = tasks.map((task) => queue.run(task.run));
    expect(tasks.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0, 0]);
    tasks[1].end();
    await expect(ends[1]).resolves.toBe("done");
    await settle();
    expect(tasks.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1, 0]);
    tasks[0].fail();
    await expect(ends[0]).rejects.toThrow("broken");
    await settle();
    expect(tasks.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1, 1]);
    for (const task of tasks) task.end();
    await Promise.all(ends.slice(2));
  });

  it("reserves a place from a client that has its share, and gives it to another one", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 3, maxRunningPerClient: 2 });
    const busy = [openTask(), openTask(), openTask()];
    const calm = openTask();
    const ends = busy.map((task) => queue.run(task.run, { client: "busy" }));
    expect(busy.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 0]);
    ends.push(queue.run(calm.run, { client: "calm" }));
    expect(calm.run).toHaveBeenCalledOnce();
    calm.end();
    await settle();
    expect(busy[2].run).not.toHaveBeenCalled();
    busy[0].end();
    await settle();
    expect(busy[2].run).toHaveBeenCalledOnce();
    for (const task of busy) task.end();
    await Promise.all(ends);
  });

  it("starts a task while another has given its turn back, which then goes on at once", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1 });
    const [wait, other, third] = [openTask(), openTask(), openTask()];
    const steps: string[] = [];
    const first = queue.run((turn) =>
      holdingTurn(turn, async () => {
        // Twice at once gives it back once.
        await Promise.all([withoutTurn(wait.run), withoutTurn(wait.run)]);
        steps.push(`goes on beside ${queue.running - 1}`);
      }),
    );
    const second = queue.run(other.run);
    const last = queue.run(third.run);
    expect(other.run).toHaveBeenCalledOnce();
    expect(queue.running).toBe(1);
    wait.end();
    await first;
    expect(steps).toEqual(["goes on beside 1"]);
    expect([queue.running, third.run.mock.calls.length]).toEqual([1, 0]);
    other.end();
    await second;
    await settle();
    expect(third.run).toHaveBeenCalledOnce();
    third.end();
    await last;
    expect(queue.running).toBe(0);
  });

  it("frees the turn of a task that ends before the work that it has left behind", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1 });
    const left = openTask();
    let leftBehind: Promise<unknown> = Promise.resolve();
    await queue.run((turn) =>
      holdingTurn(turn, async () => {
        leftBehind = withoutTurn(left.run);
      }),
    );
    left.end();
    await leftBehind;
    expect(queue.running).toBe(0);
  });

  it("starts tasks of a higher priority first, and keeps room for them in a flood", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1, maxQueued: 2 });
    const first = openTask();
    const ended = queue.run(first.run, { client: "a" });
    const started: string[] = [];
    const wait = (name: string, priority: 0 | 1 | 2) => {
      const start = async () => void started.push(name);
      return queue
        .run(start, { client: name, priority })
        .catch(() => started.push(`${name} refused`));
    };
    const all = [wait("b", 0), wait("c", 0), wait("d", 0)];
    all.push(wait("confirmed", 1), wait("known 1", 2), wait("known 2", 2));
    first.end();
    await Promise.all([ended, ...all]);
    expect(started).toEqual(["d refused", "known 1", "known 2", "confirmed", "b", "c"]);
  });

  it("refuses a task at once where the queue is full, with the time of the next try", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxWaitMs: 2_500 });
    const tasks = [openTask(), openTask(), openTask(), openTask()];
    const ends = tasks.map((task) => queue.run(task.run));
    const refused = queue.run(openTask().run);
    await expect(refused).rejects.toBeInstanceOf(Overloaded);
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 3 });
    for (const task of tasks) task.end();
    await Promise.all(ends);
    await expect(queue.run(async () => "free again")).resolves.toBe("free again");
  });

  it("refuses a task that was queued for too long, and continues with the next", async () => {
    vi.useFakeTimers();
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1, maxWaitMs: 1_000 });
    const [first, late, next] = [openTask(), openTask(), openTask()];
    const ended = queue.run(first.run);
    const tooLate = expect(queue.run(late.run)).rejects.toBeInstanceOf(Overloaded);
    await vi.advanceTimersByTimeAsync(999);
    const inTime = queue.run(next.run);
    await vi.advanceTimersByTimeAsync(1);
    await tooLate;
    vi.useRealTimers();
    first.end();
    await ended;
    await settle();
    expect(late.run).not.toHaveBeenCalled();
    expect(next.run).toHaveBeenCalled();
    next.end();
    await inTime;
  });

  it("drops the queued tasks of a client that has disconnected", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1 });
    const first = openTask();
    const ended = queue.run(first.run);
    const gone = new AbortController();
    const left = openTask();
    const leaving = expect(queue.run(left.run, { signal: gone.signal })).rejects.toThrow("gone");
    gone.abort(new Error("gone"));
    await leaving;
    await expect(queue.run(left.run, { signal: gone.signal })).rejects.toThrow("gone");
    first.end();
    await ended;
    expect(left.run).not.toHaveBeenCalled();
    await expect(queue.run(async () => "free")).resolves.toBe("free");
  });

  it("alternates between clients, however many tasks of one are queued", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1, maxQueued: 10 });
    const started: string[] = [];
    const run = (name: string) =>
      queue.run(
        async () => {
          started.push(name);
          await settle();
        },
        { client: name[0] },
      );
    await Promise.all(["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map(run));
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("makes room for a newcomer by refusing a task of the client with most queued ones", async () => {
    const queue = new ConcurrencyLimiter({ ...limits, maxRunning: 1, maxQueued: 3 });
    const task = openTask();
    const outcomes: string[] = [];
    const wait = (name: string) =>
      queue.run(task.run, { client: name[0] }).then(
        () => outcomes.push(`${name} done`),
        () => outcomes.push(`${name} refused`),
      );
    const all = ["a0", "a1", "a2", "a3"].map(wait);
    await settle();
    expect(outcomes).toEqual([]);
    all.push(wait("b1"));
    await settle();
    expect(outcomes).toEqual(["a3 refused"]);
    // One client has two queued tasks, the other one: an exchange would help neither.
    all.push(wait("b2"), wait("a4"));
    await settle();
    expect(outcomes.splice(0)).toEqual(["a3 refused", "b2 refused", "a4 refused"]);
    all.push(wait("c1"));
    await settle();
    expect(outcomes).toEqual(["a2 refused"]);
    task.end();
    await Promise.all(all);
    expect(outcomes).toEqual(["a2 refused", "a0 done", "a1 done", "b1 done", "c1 done"]);
  });
});
