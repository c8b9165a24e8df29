import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Extract that was imported, as the data directory keeps it. */
export interface KeptExtract {
  /** Its name, such as `hungary`. */
  readonly name: string;
  /** Beginning of the file's digest, which tells two files of one name apart. */
  readonly version: string;
  readonly path: string;
}

/** Letters of a digest that tell two files of one name apart. */
export const versionLetters = 16;

const ending = ".osm.pbf";
/** `hungary-0123456789abcdef.osm.pbf` */
const fileName = /^(.+)-([0-9a-f]{16})\.osm\.pbf$/;

/**
 * The imported extracts in the data directory, one file of each name: the street map is made of all of them,
 * again with each new one.
 */
export class ExtractFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "extracts");
  }

  /** The kept extracts, by name. */
  list(): KeptExtract[] {
    return this.#names()
      .flatMap((file) => {
        const [, name, version] = fileName.exec(file) ?? [];
        return name === undefined ? [] : [{ name, version, path: join(this.#folder, file) }];
      })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /**
   * Keeps a file in the place of the one of its name. One that is cut off leaves that one as it was.
   *
   * @param digest SHA-256 of the file, in hexadecimal
   */
  keep(path: string, { name, digest }: { readonly name: string; readonly digest: string }): void {
    const version = digest.slice(0, versionLetters);
    const before = this.list().filter((kept) => kept.name === name);
    if (before.some((kept) => kept.version === version)) return;
    mkdirSync(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, "unfinished");
    // On a file system that can, the copy takes no room of its own.
    copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
    renameSync(unfinished, join(this.#folder, `${name}-${version}${ending}`));
    for (const kept of before) rmSync(kept.path);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}
