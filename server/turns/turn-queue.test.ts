import { describe, expect, it, vi } from "vitest";
import { TooBusy, TurnQueue } from "./turn-queue.ts";

/** A task that ends when it is told to. */
function openTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = vi.fn(() => promise);
  return { run, end: () => resolve("done"), fail: () => reject(new Error("broken")) };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const limits = { task: "tests", atOnce: 2, waiting: 2, waitMs: 60_000 };

describe("TurnQueue", () => {
  it("runs as many at once as the limit says, and the next when one has ended", async () => {
    const queue = new TurnQueue(limits);
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

  it("refuses at once what comes when as many wait as may, and says when to come again", async () => {
    const queue = new TurnQueue({ ...limits, waitMs: 2_500 });
    const tasks = [openTask(), openTask(), openTask(), openTask()];
    const ends = tasks.map((task) => queue.run(task.run));
    const refused = queue.run(openTask().run);
    await expect(refused).rejects.toBeInstanceOf(TooBusy);
    await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 3 });
    for (const task of tasks) task.end();
    await Promise.all(ends);
    await expect(queue.run(async () => "free again")).resolves.toBe("free again");
  });

  it("refuses what has waited too long, and goes on with the next", async () => {
    vi.useFakeTimers();
    const queue = new TurnQueue({ ...limits, atOnce: 1, waitMs: 1_000 });
    const [first, late, next] = [openTask(), openTask(), openTask()];
    const ended = queue.run(first.run);
    const tooLate = expect(queue.run(late.run)).rejects.toBeInstanceOf(TooBusy);
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

  it("gives up what waits for a client who has gone", async () => {
    const queue = new TurnQueue({ ...limits, atOnce: 1 });
    const first = openTask();
    const ended = queue.run(first.run);
    const gone = new AbortController();
    const left = openTask();
    const leaving = expect(queue.run(left.run, gone.signal)).rejects.toThrow("gone");
    gone.abort(new Error("gone"));
    await leaving;
    await expect(queue.run(left.run, gone.signal)).rejects.toThrow("gone");
    first.end();
    await ended;
    expect(left.run).not.toHaveBeenCalled();
    await expect(queue.run(async () => "free")).resolves.toBe("free");
  });
});
