import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type ValhallaInstallation, valhallaConfig } from "./valhalla-installation.ts";

/**
 * Walking tiles in the data directory: each build in a folder of its own, and a file that names those in
 * use, one a line, the newest first: one of each extract. A server that is running keeps reading an old
 * one until it has opened the new.
 */
export class WalkingTiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "walking-tiles");
  }

  /** The folders in use, the newest first; none before the first import. Cheap enough to ask before each route. */
  findInUse(): string[] {
    return this.#namesInUse().map((name) => join(this.#folder, name));
  }

  /** Whether a build that was published as this is in use. */
  isInUse(version: string): boolean {
    return this.#namesInUse().includes(version);
  }

  #namesInUse(): string[] {
    try {
      const names = readFileSync(this.#pointer, "utf8").split("\n").filter(Boolean);
      return names.filter((name) => existsSync(join(this.#folder, name)));
    } catch {
      return [];
    }
  }

  /** A new, empty folder to build in. Builds that were cut off before are removed. */
  startBuild(): string {
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(unfinished)) rmSync(join(this.#folder, name), { recursive: true });
    }
    const folder = join(this.#folder, `${unfinished}${process.pid}`);
    mkdirSync(folder);
    return folder;
  }

  /**
   * Puts a finished build in use, in the place of the one of the same extract; those of other extracts
   * stay in use. Removes all else but what was in use before, which may still be read.
   *
   * @param version name of the extract, `-`, and what tells its files apart, without a `-`
   */
  publish(built: string, version: string): void {
    const before = this.#namesInUse();
    const others = before.filter((name) => extractOf(name) !== extractOf(version));
    const inUse = [version, ...others];
    renameSync(built, join(this.#folder, version));
    writeFileSync(`${this.#pointer}.new`, inUse.join("\n"));
    renameSync(`${this.#pointer}.new`, this.#pointer);
    const kept = new Set([...inUse, ...before, basename(this.#pointer)]);
    for (const name of readdirSync(this.#folder)) {
      if (!kept.has(name)) rmSync(join(this.#folder, name), { recursive: true });
    }
  }

  get #pointer(): string {
    return join(this.#folder, "current");
  }
}

const unfinished = "unfinished-";

function extractOf(version: string): string {
  return version.replace(/-[^-]*$/, "");
}

/** Far more than the few lines that the builder writes. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Makes walking tiles out of an extract and puts them in use beside those of other extracts; servers that
 * are running take them from the next route on.
 *
 * @param version names the build; where it is in use already, nothing is done
 * @returns whether there was something to do
 * @throws {Error} when the builder fails; what was in use before stays in use
 */
export async function buildWalkingTiles(
  { dataDirectory, valhalla }: { dataDirectory: string; valhalla: ValhallaInstallation },
  { file, version }: { file: string; version: string },
): Promise<boolean> {
  const tiles = new WalkingTiles(resolve(dataDirectory));
  if (tiles.isInUse(version)) return false;
  const folder = tiles.startBuild();
  const configPath = join(folder, "config.json");
  writeFileSync(configPath, JSON.stringify(valhallaConfig(folder)));
  try {
    await promisify(execFile)(valhalla.tileBuilder, ["-c", configPath, resolve(file)], {
      // It leaves its intermediate files where it runs.
      cwd: folder,
      maxBuffer: maxOutputBytes,
    });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`the walking tiles could not be made of ${file}`, { cause });
  }
  rmSync(configPath);
  for (const leftover of leftovers) rmSync(join(folder, leftover), { force: true });
  tiles.publish(folder, version);
  return true;
}

/** Intermediate files of the builder, which it removes itself unless it is cut off. */
const leftovers = ["ways.bin", "way_nodes.bin", "nodes.bin", "edges.bin", "access.bin"];
