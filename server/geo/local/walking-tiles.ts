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
 * Walking tiles in the data directory: each build in a folder of its own, and a file that names the
 * one in use. A server that is running keeps reading the old one until it has opened the new.
 */
export class WalkingTiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "walking-tiles");
  }

  /** The folder in use; null before the first import. Cheap enough to ask before each route. */
  findCurrent(): string | null {
    try {
      const folder = join(this.#folder, readFileSync(this.#pointer, "utf8").trim());
      return existsSync(folder) ? folder : null;
    } catch {
      return null;
    }
  }

  /** What the build in use was published as. */
  findCurrentVersion(): string | null {
    const folder = this.findCurrent();
    return folder && basename(folder);
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

  /** Puts a finished build in use, and removes all but the one before, which may still be read. */
  publish(built: string, version: string): void {
    const before = this.findCurrent();
    const folder = join(this.#folder, version);
    renameSync(built, folder);
    writeFileSync(`${this.#pointer}.new`, version);
    renameSync(`${this.#pointer}.new`, this.#pointer);
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      if (path !== folder && path !== before && path !== this.#pointer) {
        rmSync(path, { recursive: true });
      }
    }
  }

  get #pointer(): string {
    return join(this.#folder, "current");
  }
}

const unfinished = "unfinished-";
