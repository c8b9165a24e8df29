import { expect, it, vi } from "vitest";
import {
  countWait,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  readWithin,
  recordUnavailable,
  remainingWait,
  throwingUnavailable,
  withinWaitLimit,
} from "./database-errors.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ["08000"],
  ["08006"],
  ["53000"],
  // A full disk.
  ["53100"],
  ["53200"],
  // Too many connections.
  ["53300"],
  ["57P01"],
  ["57P02"],
  ["57P03"],
  ["57014"],
  ["58030"],
  ["25006"],
])("classifies %s as an unavailable database", (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(true);
  expect(isDatabaseUnavailable(new Error("while reading", { cause: coded(code) }))).toBe(true);
});

it.each([["23505"], ["22012"], ["42P01"], ["40001"], ["57000"], ["5310"], ["ECONNREFUSED"]])(
  "does not classify %s as an unavailable database",
  (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(false);
  },
);

it.each([[null], [undefined], ["08006"], [{ code: "08006" }], [new Error("08006")]])(
  "does not read %o as a database that is away",
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  },
);

it("throws the database's error from work that hides it", async () => {
  const unavailable = new DatabaseUnavailable("gone");
  const work = throwingUnavailable(async () => {
    await Promise.resolve();
    recordUnavailable(coded("23505"));
    recordUnavailable(unavailable);
    recordUnavailable(new DatabaseUnavailable("gone again"));
    return "an answer of its own";
  });
  await expect(work).rejects.toBe(unavailable);
});

it("returns the value of work while the database was available", async () => {
  recordUnavailable(new DatabaseUnavailable("of someone else"));
  expect(await throwingUnavailable(async () => "answer")).toBe("answer");
});

it("waits until the limit, and not longer", async () => {
  expect(await readWithin(1_000, Promise.resolve("read"))).toBe("read");
  await expect(readWithin(10, new Promise(() => {}))).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(readWithin(1_000, Promise.reject(new Error("other")))).rejects.toThrow("other");
});

it("limits the waits for the database alone, those at once as one, and then the grace", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const pass = async (ms: number) => void vi.advanceTimersByTime(ms);
  expect(remainingWait()).toBeNull();
  await withinWaitLimit({ limitMs: 2_000, graceMs: 1_000 }, async () => {
    const first = countWait(() => pass(500));
    await Promise.all([first, countWait(() => pass(1_000))]);
    // As in a queue, or for a password.
    await pass(5_000);
    expect(remainingWait()).toEqual({ limitMs: 500, graceMs: 1_000 });
    await countWait(() => pass(1_200));
    expect(remainingWait()).toEqual({ limitMs: 0, graceMs: 300 });
    await countWait(() => pass(301));
    expect(remainingWait()).toEqual({ limitMs: 0, graceMs: 0 });
  });
  expect(remainingWait()).toBeNull();
  vi.useRealTimers();
});
