import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "#tests/support/silent-log.ts";
import { WalkingRouter } from "./walking-router.ts";
import { WalkingTiles } from "./walking-tiles.ts";

const module = fileURLToPath(new URL("../../../tests/support/fake-valhalla.cjs", import.meta.url));

let dataDirectory: string;
let tiles: WalkingTiles;
let router: WalkingRouter;

const publish = (version: string) => tiles.publish(tiles.startBuild(), version);

beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), "mosdo-router-"));
  tiles = new WalkingTiles(dataDirectory);
  router = openRouter(30_000);
});
afterEach(async () => {
  await router[Symbol.asyncDispose]();
  rmSync(dataDirectory, { recursive: true, force: true });
});

function openRouter(timeoutMs: number) {
  const valhalla = { module, tileBuilder: "" };
  return new WalkingRouter({ valhalla, tiles, log: silentLog, timeoutMs });
}

const ask = (text: string) => router.route({ ask: text });

describe("the router", () => {
  it("has no route before the first import", async () => {
    expect(await ask("a")).toEqual({ ok: false, code: "unavailable" });
  });

  it("answers many questions at once", async () => {
    publish("one");
    const texts = Array.from({ length: 20 }, (_, index) => `question ${index}`);
    const results = await Promise.all(texts.map(ask));
    expect(results).toEqual(
      texts.map((text) => ({
        ok: true,
        answer: { ask: text, tiles: path.join(dataDirectory, "walking-tiles/one") },
      })),
    );
  });

  it.each(["none", "far", "off"])("tells that there is no way (%s)", async (text) => {
    publish("one");
    expect(await ask(text)).toEqual({ ok: false, code: "notfound" });
  });

  it("does not take another fault for 'no way'", async () => {
    publish("one");
    expect(await ask("broken")).toEqual({ ok: false, code: "unavailable" });
  });

  it("does not wait for an answer that never comes", async () => {
    publish("one");
    router = openRouter(100);
    expect(await ask("hang")).toEqual({ ok: false, code: "unavailable" });
    await vi.waitFor(async () => expect(await ask("a")).toMatchObject({ ok: true }), 10_000);
  });

  it("outlives its worker, and does not start another at once", async () => {
    publish("one");
    const [first, second] = await Promise.all([ask("hang"), ask("die")]);
    expect([first, second]).toEqual(Array(2).fill({ ok: false, code: "unavailable" }));
    expect(await ask("a")).toEqual({ ok: false, code: "unavailable" });
  });

  it("takes new tiles from the next route on", async () => {
    publish("one");
    await ask("a");
    publish("two");
    const folder = path.join(dataDirectory, "walking-tiles/two");
    expect(await Promise.all([ask("b"), ask("c")])).toMatchObject([
      { answer: { tiles: folder } },
      { answer: { tiles: folder } },
    ]);
  });
});

describe("walking tiles", () => {
  it("keep the build before, which may still be read, and no other", () => {
    for (const version of ["one", "two", "three"]) publish(version);
    expect(tiles.findCurrentVersion()).toBe("three");
    const kept = readdirSync(path.join(dataDirectory, "walking-tiles")).toSorted();
    expect(kept).toEqual(["current", "three", "two"]);
  });

  it("leave what is in use alone while a build is cut off, and clear that away at the next", () => {
    publish("one");
    tiles.startBuild();
    expect(tiles.findCurrentVersion()).toBe("one");
    publish("two");
    expect(tiles.findCurrentVersion()).toBe("two");
  });
});
