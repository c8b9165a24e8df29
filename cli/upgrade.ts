import { type SpawnSyncOptions, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  findNeededUpgrade,
  prepareUpgrade,
  upgradeFolders,
} from "#server/database/embedded/cluster-upgrade.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { findPostgresBinaries } from "#server/database/embedded/postgres-programs.ts";
import { type Command, type CommandContext, fail } from "./command.ts";

const usage = "usage: npm run upgrade [-- VERSION]";

/**
 * `npm run upgrade [-- VERSION]`: takes a backup, then installs the newest version of the branch,
 * or the named tag or commit, with its packages and its build, and explains how to start it and how
 * to go back. The server may run meanwhile, and runs the old version until it is restarted; but
 * where the new version brings another major version of PostgreSQL, the server must be stopped, and
 * the database is upgraded too. Where a step fails, the old version is restored, and the exit code
 * is 1.
 */
export const upgrade: Command = async (context) => {
  const { positionals } = context.parse(usage, { allowPositionals: true });
  const [version = null] = positionals;
  if (positionals.length > 1) fail(usage);
  const { databaseUrl, dataDirectory } = context.config;
  // Root's git refuses another user's folder, and the server could not replace files of root's npm
  // there.
  context.actAsOwner(context.root);
  const checkout = new Checkout(context);

  if (checkout.report("git", "status", "--porcelain", "--untracked-files=no") !== "") {
    fail("Files of the program were changed here: see git status. Commit or undo that first.");
  }
  const before = checkout.report("git", "rev-parse", "HEAD");
  checkout.run("git", "fetch", "--quiet", "--tags");
  const commitOf = (name: string) =>
    checkout.report("git", "rev-parse", "--verify", "--quiet", `${name}^{commit}`);
  // A single version that is checked out is on no branch.
  const wanted = version ? commitOf(version) : commitOf("@{upstream}") || commitOf("origin/HEAD");
  if (wanted === "")
    fail(`There is no version ${version ?? "to follow: the branch has no upstream"}.`);
  // An upgrade by hand may have skipped the database.
  if (databaseUrl === null && findNeededUpgrade(dataDirectory) && !checkout.tryToMove()) {
    fail("The database could not be brought over. Nothing was changed.");
  }
  if (wanted === before) {
    context.print("This is the version already.");
    return 0;
  }

  const backup = takeBackup(context, checkout);
  const newMajor = findNewMajor(context, checkout.report("git", "show", `${wanted}:package.json`));
  if (newMajor !== null && !prepareUpgrade(dataDirectory)) {
    fail(
      `The new version brings PostgreSQL ${newMajor}, and a server runs: stop it and run this again. Nothing was changed.`,
    );
  }
  // A branch is followed; a tag or commit of another line is checked out by itself.
  const isAhead = checkout.succeeds("git", "merge-base", "--is-ancestor", before, wanted);
  const isFollowed = isAhead && version === null;
  const change = isFollowed
    ? ["merge", "--quiet", "--ff-only", wanted]
    : ["checkout", "--quiet", "--detach", wanted];
  const branch = checkout.report("git", "symbolic-ref", "--quiet", "--short", "HEAD");
  // The branch stays the one that the next upgrade follows.
  const back = isFollowed ? `reset --keep ${before}` : `checkout ${branch || before}`;
  const installBack = `git ${back} && npm ci && npm run build`;
  const isInstalled = checkout.succeeds("git", ...change) && checkout.install();
  if (!isInstalled || (newMajor !== null && !checkout.tryToMove())) {
    const failure = "The new version could not be installed. The old one is put back.";
    context.stderr.write(`mosdo: ${failure}\n`);
    const old = branch === "" ? ["--detach", before] : [branch];
    const isBack =
      checkout.succeeds("git", "checkout", "--quiet", ...old) &&
      checkout.succeeds("git", "reset", "--quiet", "--hard", before);
    if (!isBack || !checkout.install()) fail(`That failed too: run ${installBack}.`);
    fail("The old version is installed as before.");
  }

  const moved = newMajor === null ? null : upgradeFolders(dataDirectory, newMajor);
  const wayBack = [...(moved ? [`  mv ${moved.cluster} ${moved.unused}`] : []), `  ${installBack}`];
  if (moved) wayBack.push("It takes back what was written since.");
  else if (backup !== null) {
    wayBack.push(
      `  npm run restore -- ${backup} --replace --yes`,
      "The second line is needed only where the new version has changed the database; it takes",
      "back what was written since.",
    );
  }
  const [from, to] = [before, wanted].map((commit) => commit.slice(0, 10));
  context.print(`\nUpgraded from ${from} to ${to}. Now start the server again.`);
  context.print("\nThe way back, with the server stopped:");
  for (const line of wayBack) context.print(line);
  return 0;
};

/** Takes a backup, where there is a database. @returns its folder */
function takeBackup({ config }: CommandContext, checkout: Checkout): string | null {
  const { databaseUrl, dataDirectory, backupDirectory } = config;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) return null;
  const directory = backupDirectory ?? join(dataDirectory, "backups");
  const had = new Set(existsSync(directory) ? readdirSync(directory) : []);
  checkout.run("npm", "run", "--silent", "backup", "--", directory);
  const name = readdirSync(directory).find((one) => one.startsWith("mosdo-") && !had.has(one));
  return resolve(
    directory,
    name ?? fail(`The backup is not in ${directory}. Nothing was changed.`),
  );
}

/**
 * Major version to which a version of the program upgrades the embedded database; else null.
 *
 * @param packageJson of that version; empty where it has none
 */
function findNewMajor({ config }: CommandContext, packageJson: string): number | null {
  const installed = findPostgresBinaries();
  if (config.databaseUrl !== null || !installed || !hasEmbeddedDatabase(config.dataDirectory))
    return null;
  const { optionalDependencies } = JSON.parse(packageJson || "{}");
  const major = Number.parseInt(optionalDependencies?.["embedded-postgres"], 10);
  return major > installed.major ? major : null;
}

/** Checkout of the program, in which git and npm run. */
class Checkout {
  readonly #options: SpawnSyncOptions;

  constructor({ root, environment }: CommandContext) {
    this.#options = { cwd: root, env: environment };
  }

  /** Output of a program; empty where it fails. */
  report(name: string, ...args: string[]): string {
    const { status, stdout } = spawnSync(name, args, { ...this.#options, encoding: "utf8" });
    return status === 0 ? stdout.trim() : "";
  }

  /** Runs a program with its output shown. */
  succeeds(name: string, ...args: string[]): boolean {
    return spawnSync(name, args, { ...this.#options, stdio: "inherit" }).status === 0;
  }

  /** Runs a required program: its failure stops the upgrade before any change. */
  run(name: string, ...args: string[]): void {
    if (!this.succeeds(name, ...args)) fail(`${name} ${args[0]} failed. Nothing was changed.`);
  }

  /** Upgrades the database, by the version that is installed now. @returns whether it succeeded */
  tryToMove(): boolean {
    return this.succeeds("npm", "run", "--silent", "upgrade-database");
  }

  install(): boolean {
    return (
      this.succeeds("npm", "ci", "--no-audit", "--no-fund") &&
      this.succeeds("npm", "run", "--silent", "build")
    );
  }
}
