import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadConfigOf } from "#server/config/load-config.ts";
import {
  findNeededUpgrade,
  prepareUpgrade,
  upgradeFolders,
} from "#server/database/embedded/cluster-upgrade.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { findPostgresBinaries } from "#server/database/embedded/postgres-programs.ts";
import { actAsOwner } from "./act-as-owner.ts";

/**
 * `npm run upgrade [-- VERSION]`: takes a backup, then installs the newest version of the branch,
 * or the named tag or commit, with its packages and its build, and explains how to start it and how
 * to go back. The server may run meanwhile, and runs the old version until it is restarted; but
 * where the new version brings another major version of PostgreSQL, the server must be stopped, and
 * the database is upgraded too. Where a step fails, the old version is restored, and the exit code
 * is 1.
 */
const usage = "usage: npm run upgrade [-- VERSION]";
const root = fileURLToPath(new URL("..", import.meta.url));

const version = readCommand();
const loaded = loadConfigOf(root);
if (!loaded.ok) fail(...loaded.errors);
const { databaseUrl, dataDirectory, backupDirectory } = loaded.config;
// Root's git refuses another user's folder, and the server could not replace files of root's npm
// there.
actAsOwner(root);

if (report("git", "status", "--porcelain", "--untracked-files=no") !== "") {
  fail("Files of the program were changed here: see git status. Commit or undo that first.");
}
const before = report("git", "rev-parse", "HEAD");
run("git", "fetch", "--quiet", "--tags");
const wanted = report(
  "git",
  "rev-parse",
  "--verify",
  "--quiet",
  `${version ?? "@{upstream}"}^{commit}`,
);
if (wanted === "")
  fail(`There is no version ${version ?? "to follow: the branch has no upstream"}.`);
// An upgrade by hand may have skipped the database.
if (databaseUrl === null && findNeededUpgrade(dataDirectory) && !tryToMove()) {
  fail("The database could not be brought over. Nothing was changed.");
}
if (wanted === before) {
  console.log("This is the version already.");
  process.exit(0);
}

const backup = takeBackup();
const newMajor = findNewMajor(wanted);
if (newMajor !== null && !prepareUpgrade(dataDirectory)) {
  fail(
    `The new version brings PostgreSQL ${newMajor}, and a server runs: stop it and run this again. Nothing was changed.`,
  );
}
// A branch is followed; a tag or commit of another line is checked out by itself.
const isAhead = spawnSync("git", ["merge-base", "--is-ancestor", before, wanted], { cwd: root });
const change =
  isAhead.status === 0 && version === null
    ? ["merge", "--quiet", "--ff-only", wanted]
    : ["checkout", "--quiet", "--detach", wanted];
const branch = report("git", "symbolic-ref", "--quiet", "--short", "HEAD");
if (!tried("git", ...change) || !install() || (newMajor !== null && !tryToMove())) {
  console.error("mosdo: The new version could not be installed. The old one is put back.");
  const back =
    branch === "" ? ["checkout", "--quiet", "--detach", before] : ["checkout", "--quiet", branch];
  const isBack = tried("git", ...back) && tried("git", "reset", "--quiet", "--hard", before);
  if (!isBack || !install())
    fail(`That failed too: run git checkout ${before} && npm ci && npm run build.`);
  fail("The old version is installed as before.");
}

console.log(
  `\nUpgraded from ${before.slice(0, 10)} to ${wanted.slice(0, 10)}. Now start the server again.`,
);
console.log("\nThe way back, with the server stopped:");
if (newMajor !== null) {
  const { cluster, unused } = upgradeFolders(dataDirectory, newMajor);
  console.log(`  mv ${cluster} ${unused}`);
}
console.log(`  git checkout ${before} && npm ci && npm run build`);
if (newMajor !== null) console.log("It takes back what was written since.");
else if (backup !== null) {
  console.log(`  npm run restore -- ${backup} --replace --yes`);
  console.log(
    "The second line is needed only where the new version has changed the database; it takes",
  );
  console.log("back what was written since.");
}

/** Takes a backup, where there is a database. @returns its folder */
function takeBackup(): string | null {
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) return null;
  const directory = backupDirectory ?? join(dataDirectory, "backups");
  const had = new Set(existsSync(directory) ? readdirSync(directory) : []);
  run("npm", "run", "--silent", "backup", "--", directory);
  const name = readdirSync(directory).find((one) => one.startsWith("mosdo-") && !had.has(one));
  if (name === undefined) fail(`The backup is not in ${directory}. Nothing was changed.`);
  return resolve(directory, name);
}

/**
 * Major version of PostgreSQL to which a version of the program upgrades the embedded database;
 * else null.
 */
function findNewMajor(commit: string): number | null {
  const installed = findPostgresBinaries();
  if (databaseUrl !== null || installed === null || !hasEmbeddedDatabase(dataDirectory))
    return null;
  const text = report("git", "show", `${commit}:package.json`);
  const major = Number.parseInt(
    JSON.parse(text || "{}").optionalDependencies?.["embedded-postgres"],
    10,
  );
  return major > installed.major ? major : null;
}

/** Upgrades the database, by the version that is installed now. @returns whether it succeeded */
function tryToMove(): boolean {
  return tried("npm", "run", "--silent", "upgrade-database");
}

function install(): boolean {
  return tried("npm", "ci", "--no-audit", "--no-fund") && tried("npm", "run", "--silent", "build");
}

/** Output of a command; empty where it fails. */
function report(name: string, ...args: string[]): string {
  const { status, stdout } = spawn(name, args, { encoding: "utf8" });
  return status === 0 ? String(stdout).trim() : "";
}

/** Runs a command with its output shown. @returns whether it succeeded */
function tried(name: string, ...args: string[]): boolean {
  return spawn(name, args, { stdio: "inherit" }).status === 0;
}

/** Runs a required command: its failure stops the upgrade before any change. */
function run(name: string, ...args: string[]): void {
  if (!tried(name, ...args)) fail(`${name} ${args[0]} failed. Nothing was changed.`);
}

function spawn(name: string, args: string[], options: SpawnSyncOptions) {
  return spawnSync(name, args, { cwd: root, ...options });
}

function readCommand(): string | null {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length > 1) fail(usage);
    return positionals[0] ?? null;
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
