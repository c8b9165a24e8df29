import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

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
