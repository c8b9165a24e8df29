import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isStale, replaceFolder } from "./build-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mosdo-build-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Number of a process that has ended. */
const endedPid = () => spawnSync(process.execPath, ["--version"]).pid;

describe("isStale", () => {
  const minuteMs = 60_000;
  it.each([
    ["of a running process", () => process.pid, 0, false],
    ["of a process that has ended", endedPid, 0, true],
    ["without a number, as one just taken", () => "", 0, false],
    ["of ten minutes", () => process.pid, 10 * minuteMs, false],
    ["of more than ten minutes", () => process.pid, 10 * minuteMs + 1, true],
  ])("knows a lock %s", (_, pid, ageMs, stale) => {
    const path = join(root, "lock");
    writeFileSync(path, String(pid()));
    expect(isStale(path, statSync(path).mtimeMs + ageMs)).toBe(stale);
  });

  it("counts a lock that has just been removed as absent", () => {
    expect(isStale(join(root, "lock"), 0)).toBe(false);
  });
});

describe("takeLock", () => {
  /** A command that takes the lock, records its beginning, waits, records its end. */
  const command = `
    const { takeLock } = await import(${JSON.stringify(new URL("./build-folder.ts", import.meta.url))});
    const { appendFileSync } = await import("node:fs");
    await takeLock("lock");
    appendFileSync("log", "begin ");
    await new Promise((resolve) => setTimeout(resolve, 50));
    appendFileSync("log", "end ");`;

  it("lets one process in at a time, and leaves no lock", async () => {
    const run = () =>
      new Promise((resolve) =>
        spawn(process.execPath, ["--input-type=module", "-e", command], { cwd: root }).on(
          "close",
          resolve,
        ),
      );
    expect(await Promise.all([run(), run()])).toEqual([0, 0]);
    expect(readFileSync(join(root, "log"), "utf8")).toBe("begin end begin end ");
    expect(existsSync(join(root, "lock"))).toBe(false);
  });
});

describe("replaceFolder", () => {
  it.each([[true], [false]])("puts the new folder in place of an older one: %s", (isThere) => {
    const [path, replacement] = [join(root, "build"), join(root, "build.new")];
    if (isThere) mkdirSync(join(path, "old"), { recursive: true });
    mkdirSync(join(replacement, "new"), { recursive: true });
    replaceFolder(path, replacement);
    expect(readdirSync(root)).toEqual(["build"]);
    expect(readdirSync(path)).toEqual(["new"]);
  });
});
