import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { WalkingRouter, WalkingTiles } from "./walking-router.ts";

const module = fileURLToPath(
  new URL("../../../tests/support/peers/fake-valhalla.cjs", import.meta.url),
);

let dataDirectory: string;
let tiles: WalkingTiles;
let router: WalkingRouter;

const folderOf = (name: string) => path.join(dataDirectory, "walking-tiles", name);
/** `hungary-1 austria-1` */
const sourcesOf = (text: string) =>
  text.split(" ").map((part) => {
    const [name, version] = part.split(/-(?=[^-]*$)/);
    return { name, version, path: "" };
  });
const publish = (text: string) => tiles.publish(tiles.startBuild(), sourcesOf(text));
/** Sets as an earlier version left them: one of each extract. */
function leaveOwnSets(...names: string[]): void {
  for (const name of names) mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(folderOf("current"), names.join("\n"));
}

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

const route = (text: string) => router.route({ query: text });

describe("the router", () => {
  it("has no ways before the first import, and after the last extract was removed", async () => {
    expect(await route("a")).toEqual({ ok: false, code: "unsupported" });
    publish("hungary-1");
    expect(await route("a")).toMatchObject({ ok: true });
    tiles.removeCommonSet();
    expect(await route("a")).toEqual({ ok: false, code: "unsupported" });
  });

  it("finds many routes at once", async () => {
    publish("hungary-1");
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const results = await Promise.all(texts.map(route));
    expect(results).toEqual(
      texts.map((text) => ({
        ok: true,
        response: { query: text, tiles: tiles.findInUse()[0] },
      })),
    );
  });

  it("is 'notfound' where both ends are on ways", async () => {
    publish("hungary-1");
    expect(await route("none")).toEqual({ ok: false, code: "notfound" });
  });

  it.each(["far", "off"])("knows no ways beyond its border (%s)", async (text) => {
    publish("hungary-1");
    expect(await route(text)).toEqual({ ok: false, code: "unsupported" });
  });

  it("finds ways on the sets that an earlier version made, one of each extract", async () => {
    leaveOwnSets("hungary-1", "liechtenstein-1");
    expect(await route("on hungary")).toMatchObject({ response: { tiles: folderOf("hungary-1") } });
    expect(await route("on liechtenstein")).toMatchObject({
      response: { tiles: folderOf("liechtenstein-1") },
    });
    expect(await route("on austria")).toEqual({ ok: false, code: "unsupported" });
    expect(await route("cut off but on hungary")).toMatchObject({
      response: { tiles: folderOf("hungary-1") },
    });
    expect(await route("cut off on austria")).toEqual({ ok: false, code: "notfound" });
  });

  it("does not take another error for 'no route'", async () => {
    publish("hungary-1");
    expect(await route("broken")).toEqual({ ok: false, code: "unavailable" });
  });

  it("times out where no response comes", async () => {
    publish("hungary-1");
    router = openRouter(100);
    expect(await route("hang")).toEqual({ ok: false, code: "unavailable" });
    await vi.waitFor(async () => expect(await route("a")).toMatchObject({ ok: true }), 25_000);
  });

  it("outlives its worker, and does not start another at once", async () => {
    publish("hungary-1");
    const [first, second] = await Promise.all([route("hang"), route("die")]);
    expect([first, second]).toEqual(Array(2).fill({ ok: false, code: "unavailable" }));
    expect(await route("a")).toEqual({ ok: false, code: "unavailable" });
  });

  it("uses new tiles from the next route on", async () => {
    publish("hungary-1");
    await route("a");
    publish("austria-1 hungary-1");
    const [folder] = tiles.findInUse();
    expect(await Promise.all([route("b"), route("c")])).toMatchObject([
      { response: { tiles: folder } },
      { response: { tiles: folder } },
    ]);
  });
});

describe("walking tiles", () => {
  const isMadeOf = (text: string) => tiles.isMadeOf(sourcesOf(text));

  it("are one set of all extracts; the previous set stays, since it may still be read", () => {
    publish("bosnia-herzegovina-1");
    const [first] = tiles.findInUse();
    publish("bosnia-herzegovina-2 hungary-1");
    const [second, ...others] = tiles.findInUse();
    expect(others).toEqual([]);
    expect(tiles.sourcesInUse()).toEqual(["bosnia-herzegovina-2", "hungary-1"]);
    expect([first, second].map((folder) => existsSync(folder))).toEqual([true, true]);
    publish("bosnia-herzegovina-3 hungary-1");
    expect(existsSync(first)).toBe(false);
  });

  it.each([
    ["the same files", "austria-1 hungary-1", true],
    ["another file of one of them", "austria-2 hungary-1", false],
    ["one less", "austria-1", false],
    ["one more", "austria-1 hungary-1 slovakia-1", false],
  ])("are known to be made of %s", (_, text, expected) => {
    publish("austria-1 hungary-1");
    expect(isMadeOf(text)).toBe(expected);
  });

  it("are unknown where their folder is missing", () => {
    publish("hungary-1");
    rmSync(tiles.findInUse()[0], { recursive: true });
    expect(isMadeOf("hungary-1")).toBe(false);
    expect(tiles.findInUse()).toEqual([]);
  });

  it("that were in use before are used again without a build", () => {
    publish("hungary-1");
    publish("austria-1 hungary-1");
    expect(tiles.useAgain(sourcesOf("slovakia-1"))).toBe(false);
    expect(tiles.useAgain(sourcesOf("hungary-1"))).toBe(true);
    expect(isMadeOf("hungary-1")).toBe(true);
  });

  it("of an earlier version stay in use until their extract is imported again", () => {
    leaveOwnSets("hungary-1", "austria-1");
    expect(isMadeOf("hungary-1")).toBe(false);
    publish("hungary-1");
    expect(tiles.sourcesInUse()).toEqual(["hungary-1", "austria-1"]);
    expect(isMadeOf("hungary-1")).toBe(true);
    publish("austria-1 hungary-1");
    expect(tiles.findInUse()).toHaveLength(1);
  });

  it("of an earlier version are removed with their extract, and stay when the common set is removed", () => {
    leaveOwnSets("hungary-1", "austria-1");
    publish("slovakia-1");
    expect(tiles.removeOwnSet("austria")).toBe(true);
    expect(tiles.removeOwnSet("austria")).toBe(false);
    expect(tiles.sourcesInUse()).toEqual(["slovakia-1", "hungary-1"]);
    expect(tiles.removeCommonSet()).toBe(true);
    expect(tiles.sourcesInUse()).toEqual(["hungary-1"]);
  });

  it("leave nothing behind when the last extract is removed", () => {
    expect(tiles.removeCommonSet()).toBe(false);
    publish("hungary-1");
    tiles.startBuild();
    expect(tiles.removeCommonSet()).toBe(true);
    expect(readdirSync(folderOf("."))).toEqual(["current"]);
  });

  it("stay in use while a build is interrupted, and the next build removes its remains", () => {
    publish("hungary-1");
    tiles.startBuild();
    expect(isMadeOf("hungary-1")).toBe(true);
    publish("hungary-2");
    expect(isMadeOf("hungary-2")).toBe(true);
    expect(readdirSync(folderOf(".")).filter((name) => name.startsWith("unfinished"))).toEqual([]);
  });
});
