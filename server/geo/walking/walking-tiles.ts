import { createHash } from "node:crypto";
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

/** Extract of which walking tiles are made. */
export interface TileSource {
  /** Its name, such as `hungary`. */
  readonly name: string;
  /** Version of its files, without a `-`. */
  readonly version: string;
  readonly path: string;
}

/**
 * Walking tiles in the data directory: one set, made of all extracts, in a folder of its own, and a file that names
 * the folder in use. A running server reads an old set until it has opened the new one.
 *
 * An earlier version made a set of each extract, and named them one a line. Such a set stays in use, after the common
 * one, until its extract is imported again or removed.
 */
export class WalkingTiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "walking-tiles");
  }

  /** The folders in use; empty before the first import. Cheap enough to call before each route. */
  findInUse(): string[] {
    return this.#namesInUse().map((name) => join(this.#folder, name));
  }

  /** Names and versions of the extracts in the sets in use: `hungary-0123`. */
  sourcesInUse(): string[] {
    return this.#namesInUse().flatMap((name) => this.#sourcesOf(name) ?? [name]);
  }

  /** Whether the sets in use are made of these very files. */
  isMadeOf(sources: readonly TileSource[]): boolean {
    return this.#namesInUse().join() === this.#toUse(sources).join();
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

  /** Publishes a finished build. Removes all other sets but the previous one, which may still be read. */
  publish(built: string, sources: readonly TileSource[]): void {
    writeFileSync(join(built, madeOfFile), JSON.stringify(sources.map(versionedName)));
    renameSync(built, join(this.#folder, setName(sources)));
    this.#use(this.#toUse(sources));
  }

  /**
   * Uses the set of these files again where it exists: as the previous one, or from an interrupted
   * build that was already published.
   *
   * @returns whether it existed
   */
  useAgain(sources: readonly TileSource[]): boolean {
    const name = setName(sources);
    if (!this.#sourcesOf(name)) return false;
    this.#use(this.#toUse(sources));
    return true;
  }

  /**
   * Removes the set of an extract of its own, which an earlier version has made.
   *
   * @returns whether there was one
   */
  removeOwnSet(extract: string): boolean {
    return this.#useOnly((name) => this.#sourcesOf(name) !== null || extractOf(name) !== extract);
  }

  /** @returns whether there was one */
  removeCommonSet(): boolean {
    return this.#useOnly((name) => this.#sourcesOf(name) === null);
  }

  #useOnly(isLeft: (name: string) => boolean): boolean {
    if (!existsSync(this.#folder)) return false;
    const before = this.#namesInUse();
    const left = before.filter(isLeft);
    this.#use(left);
    return left.length < before.length;
  }

  #namesInUse(): string[] {
    try {
      const names = readFileSync(this.#pointer, "utf8").split("\n").filter(Boolean);
      return names.filter((name) => existsSync(join(this.#folder, name)));
    } catch {
      return [];
    }
  }

  /** The set of these extracts, and those of an earlier version whose extracts are not among them. */
  #toUse(sources: readonly TileSource[]): string[] {
    const isOfOther = (name: string) =>
      !this.#sourcesOf(name) && sources.every((source) => source.name !== extractOf(name));
    return [setName(sources), ...this.#namesInUse().filter(isOfOther)];
  }

  /** Extracts that a set of several is made of; null for a set of one extract alone. */
  #sourcesOf(name: string): string[] | null {
    try {
      return JSON.parse(readFileSync(join(this.#folder, name, madeOfFile), "utf8"));
    } catch {
      return null;
    }
  }

  #use(names: readonly string[]): void {
    const before = this.#namesInUse();
    writeFileSync(`${this.#pointer}.new`, names.join("\n"));
    renameSync(`${this.#pointer}.new`, this.#pointer);
    const retained = new Set([
      ...names,
      ...(names.length > 0 ? before : []),
      basename(this.#pointer),
    ]);
    for (const name of readdirSync(this.#folder)) {
      if (!retained.has(name)) rmSync(join(this.#folder, name), { recursive: true });
    }
  }

  get #pointer(): string {
    return join(this.#folder, "current");
  }
}

const unfinished = "unfinished-";
/** File of a set that lists its extracts. */
const madeOfFile = "made-of.json";

/** Version of the making of tiles: a new one makes those of known extracts again. */
const makerVersion = 1;

const versionedName = ({ name, version }: TileSource) => `${name}-${version}`;

function extractOf(versionedName: string): string {
  return versionedName.replace(/-[^-]*$/, "");
}

function setName(sources: readonly TileSource[]): string {
  const madeOf = JSON.stringify([makerVersion, ...sources.map(versionedName)]);
  return `all-${createHash("sha256").update(madeOf).digest("hex").slice(0, 16)}`;
}
