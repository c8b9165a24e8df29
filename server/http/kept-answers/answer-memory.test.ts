import { describe, expect, it } from "vitest";
import { AnswerStore } from "./answer-memory.ts";
import { contentOfPage, type KeptPage } from "./kept-pages.ts";

const page = (name: string, bytes = 1_000): KeptPage => ({
  etag: `"${name}"`,
  headers: {},
  brotli: new Uint8Array(bytes),
});

const storeOf = (maxBytes: number) => new AnswerStore<KeptPage>(maxBytes, contentOfPage);

/** What a page of 1,000 bytes with a key and a version of one letter takes: its texts count twice. */
const pageBytes = 1_000 + 2 * 5 + 600;

const keep = (store: AnswerStore<KeptPage>, key: string, version = "s", bytes = 1_000) =>
  store.keep(key, version, async () => page(key, bytes));

describe("AnswerStore", () => {
  it("finds a page in the version that it was made in", async () => {
    const store = storeOf(100_000);
    await keep(store, "a", "1");
    expect(store.find("a", "1")?.etag).toBe('"a"');
    expect(store.find("b", "1")).toBeNull();
  });

  it("does not find a page of another version, in either direction", async () => {
    const store = storeOf(100_000);
    await keep(store, "a", "1");
    expect(store.find("a", "2")).toBeNull();
    await keep(store, "a", "2");
    expect(store.find("a", "1")).toBeNull();
    expect(store.find("a", "2")).not.toBeNull();
    expect(store.size).toBe(1);
  });

  it("counts the bytes of all it keeps, and forgets those of what it drops", async () => {
    const store = storeOf(100_000);
    await keep(store, "a");
    expect(store.bytes).toBe(pageBytes);
    await keep(store, "a");
    expect(store.bytes).toBe(pageBytes);
    await keep(store, "b");
    expect(store.bytes).toBe(2 * pageBytes);
  });

  it.each([1, 1_000, 9_000])("never exceeds its memory with pages of %i bytes", async (bytes) => {
    const store = storeOf(40_000);
    for (let number = 0; number < 300; number++) {
      await keep(store, `page ${number}`, "s", bytes);
      store.find(`page ${number % 7}`, "s");
      expect(store.bytes).toBeLessThanOrEqual(40_000);
    }
    expect(store.size).toBeGreaterThan(0);
  });

  it("keeps nothing that is larger than its part of the memory", async () => {
    const store = storeOf(4 * pageBytes);
    await keep(store, "a", "s", 1_001);
    expect(store.size).toBe(0);
    expect(store.bytes).toBe(0);
    await keep(store, "a", "s", 1_000);
    expect(store.size).toBe(1);
  });

  it("keeps what was asked for again while a flood of other addresses goes by", async () => {
    const store = storeOf(20 * pageBytes);
    await keep(store, "a");
    store.find("a", "s");
    for (let number = 0; number < 1_000; number++) await keep(store, `flood ${number}`);
    expect(store.find("a", "s")).not.toBeNull();
  });

  it("drops what was asked for longest ago", async () => {
    const store = storeOf(8 * pageBytes);
    await keep(store, "a");
    await keep(store, "b");
    await keep(store, "c");
    expect(store.find("a", "s")).toBeNull();
    expect(store.find("b", "s")).not.toBeNull();
  });

  it("lets those who come meanwhile wait for the page that is being made", async () => {
    const store = storeOf(100_000);
    const made = Promise.withResolvers<KeptPage | null>();
    const keeping = store.keep("a", "s", () => made.promise);
    const waiting = store.findMaking("a", "s");
    expect(store.findMaking("a", "t")).toBeNull();
    expect(store.findMaking("b", "s")).toBeNull();
    made.resolve(page("a"));
    expect((await waiting)?.etag).toBe('"a"');
    await keeping;
    expect(store.findMaking("a", "s")).toBeNull();
  });

  it("tells them that there is none where it fails or may not be kept", async () => {
    const store = storeOf(100_000);
    const failing = store.keep("a", "s", () => Promise.reject(new Error("broken")));
    const waiting = store.findMaking("a", "s");
    await expect(failing).rejects.toThrow("broken");
    expect(await waiting).toBeNull();
    await store.keep("a", "s", async () => null);
    expect(store.find("a", "s")).toBeNull();
    expect(store.findMaking("a", "s")).toBeNull();
  });
});
