import { expect, it } from "vitest";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { PlaceCache } from "./place-cache.ts";
import type { PlaceRow } from "./place-row.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 10, minute));
const row = (id: number) =>
  ({ id, city: "Pécs", confirmed_on: "2026-06-10", reviewed: true }) as PlaceRow;
const unavailable = () => Promise.reject(new DatabaseUnavailable("gone"));

it("passes on what the database says, as of now", async () => {
  const rows = [row(1)];
  const read = await new PlaceCache().read([1], at(0), async () => rows);
  expect(read).toEqual({ rows, asOf: null });
});

it("recalls what was read, as everyone sees it and as of the oldest", async () => {
  const cache = new PlaceCache();
  await cache.read([1], at(1), async () => [row(1)]);
  await cache.read([2], at(2), async () => [row(2)]);
  const { rows, asOf } = await cache.read([2, 1], at(9), unavailable);
  expect(rows.map(({ id }) => id)).toEqual([2, 1]);
  expect(rows).not.toContainEqual(expect.objectContaining({ reviewed: true }));
  expect(rows).not.toContainEqual(expect.objectContaining({ confirmed_on: "2026-06-10" }));
  expect(asOf).toEqual(at(1));
});

it("keeps the newest reading of a place", async () => {
  const cache = new PlaceCache();
  await cache.read([1], at(1), async () => [row(1)]);
  await cache.read([1], at(5), async () => [{ ...row(1), city: "Győr" }]);
  const { rows, asOf } = await cache.read([1], at(9), unavailable);
  expect(rows[0].city).toBe("Győr");
  expect(asOf).toEqual(at(5));
});

it("has nothing to say of a page with a place that it does not know", async () => {
  const cache = new PlaceCache();
  await cache.read([1], at(1), async () => [row(1)]);
  await expect(cache.read([1, 2], at(9), unavailable)).rejects.toBeInstanceOf(DatabaseUnavailable);
});

it("hides no other fault", async () => {
  const cache = new PlaceCache();
  await cache.read([1], at(1), async () => [row(1)]);
  const error = new Error("a fault of ours");
  await expect(cache.read([1], at(9), () => Promise.reject(error))).rejects.toBe(error);
});

it("keeps ten thousand places and forgets those that were read longest ago", async () => {
  const cache = new PlaceCache();
  const ids = Array.from({ length: 10_001 }, (_, at) => at);
  for (const id of ids) await cache.read([id], at(1), async () => [row(id)]);
  await expect(cache.read([0], at(9), unavailable)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect((await cache.read([1], at(9), unavailable)).rows).toHaveLength(1);
});

/** A cache in step with the feed, and a database that notes what is read from it. */
function inStep() {
  const state = { isInStep: true, city: "Pécs", readings: [] as (readonly number[])[] };
  const cache = new PlaceCache({ isInStep: () => state.isInStep });
  const read = async (ids: readonly number[]) => {
    state.readings.push(ids);
    return ids.map((id) => ({ ...row(id), city: state.city }));
  };
  return { state, cache, ask: (...ids: number[]) => cache.read(ids, at(1), read), read };
}

it("reads a place once while it does not change, whatever else is asked for", async () => {
  const { state, ask } = inStep();
  await ask(1, 2);
  const { rows, asOf } = await ask(2, 3, 1);
  expect(state.readings).toEqual([[1, 2], [3]]);
  expect(rows.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(asOf).toBeNull();
});

it("gives what is the viewer's own to no other", async () => {
  const { ask } = inStep();
  await ask(1);
  const { rows } = await ask(1);
  expect(rows).toEqual([expect.objectContaining({ confirmed_on: null, reviewed: false })]);
});

it("reads a place again when it has changed, and the others not", async () => {
  const { state, cache, ask } = inStep();
  await ask(1, 2);
  state.city = "Győr";
  cache.invalidate([1]);
  const { rows } = await ask(1, 2);
  expect(rows.find(({ id }) => id === 1)?.city).toBe("Győr");
  expect(state.readings).toEqual([[1, 2], [1]]);
});

it("reads all places again when any may have changed", async () => {
  const { state, cache, ask } = inStep();
  await ask(1, 2);
  cache.invalidate(null);
  await ask(1, 2);
  expect(state.readings).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

it.each([[[1]], [null]])(
  "does not take a reading for current that %j overtook",
  async (changed) => {
    const { state, cache, ask, read } = inStep();
    await cache.read([1, 2], at(1), async (ids) => {
      const rows = await read(ids);
      cache.invalidate(changed);
      return rows;
    });
    await ask(1);
    expect(state.readings).toEqual([[1, 2], [1]]);
  },
);

it("reads everything while this process may be behind", async () => {
  const { state, ask } = inStep();
  await ask(1);
  state.isInStep = false;
  await ask(1);
  expect(state.readings).toEqual([[1], [1]]);
});

it("does not remember that there is no such place", async () => {
  const { state, cache, ask } = inStep();
  await cache.read([1], at(1), async () => []);
  await ask(1);
  expect(state.readings).toEqual([[1]]);
});
