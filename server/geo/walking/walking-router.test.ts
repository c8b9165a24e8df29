import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { WalkingRouter } from "./walking-router.ts";
import { WalkingTiles } from "./walking-tiles.ts";

const module = fileURLToPath(
  new URL("../../../tests/support/peers/fake-valhalla.cjs", import.meta.url),
);

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
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const results = await Promise.all(texts.map(ask));
    expect(results).toEqual(
      texts.map((text) => ({
        ok: true,
        answer: { ask: text, tiles: path.join(dataDirectory, "walking-tiles/one") },
      })),
    );
  });

  it("answers that no way exists where both ends are on ways", async () => {
    publish("one");
    expect(await ask("none")).toEqual({ ok: false, code: "notfound" });
  });

  it.each(["far", "off"])("knows no ways beyond its border (%s)", async (text) => {
    publish("one");
    expect(await ask(text)).toEqual({ ok: false, code: "unsupported" });
  });

  it("finds ways on the tiles of each extract, whichever came last", async () => {
    publish("hungary-1");
    publish("liechtenstein-1");
    const folder = (name: string) => path.join(dataDirectory, "walking-tiles", name);
    expect(await ask("on hungary")).toMatchObject({ answer: { tiles: folder("hungary-1") } });
    expect(await ask("on liechtenstein")).toMatchObject({
      answer: { tiles: folder("liechtenstein-1") },
    });
    expect(await ask("on austria")).toEqual({ ok: false, code: "unsupported" });
    expect(await ask("cut off but on hungary")).toMatchObject({
      answer: { tiles: folder("hungary-1") },
    });
    expect(await ask("cut off on austria")).toEqual({ ok: false, code: "notfound" });
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
    publish("hungary-1");
    await ask("a");
    publish("hungary-2");
    const folder = path.join(dataDirectory, "walking-tiles/hungary-2");
    expect(await Promise.all([ask("b"), ask("c")])).toMatchObject([
      { answer: { tiles: folder } },
      { answer: { tiles: folder } },
    ]);
  });
});

describe("walking tiles", () => {
  it("keep the build before, which may still be read, and no other", () => {
    for (const version of ["hungary-1", "hungary-2", "hungary-3"]) publish(version);
    expect(tiles.findInUse().map((folder) => path.basename(folder))).toEqual(["hungary-3"]);
    const kept = readdirSync(path.join(dataDirectory, "walking-tiles")).toSorted();
    expect(kept).toEqual(["current", "hungary-2", "hungary-3"]);
  });

  it("are in use for each extract, the newest first", () => {
    for (const version of ["bosnia-herzegovina-1", "hungary-1", "bosnia-herzegovina-2"]) {
      publish(version);
    }
    expect(tiles.findInUse().map((folder) => path.basename(folder))).toEqual([
      "bosnia-herzegovina-2",
      "hungary-1",
    ]);
    expect(tiles.isInUse("hungary-1")).toBe(true);
    expect(tiles.isInUse("bosnia-herzegovina-1")).toBe(false);
  });

  it("of an earlier version, with one extract alone, are in use as they were", () => {
    publish("hungary-1");
    writeFileSync(path.join(dataDirectory, "walking-tiles/current"), "hungary-1");
    publish("austria-1");
    expect(tiles.isInUse("hungary-1")).toBe(true);
  });

  it("leave what is in use alone while a build is cut off, and clear that away at the next", () => {
    publish("one");
    tiles.startBuild();
    expect(tiles.isInUse("one")).toBe(true);
    publish("two");
    expect(tiles.isInUse("two")).toBe(true);
  });
});
