import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/** Imported extract in the data directory. */
export interface StoredExtract {
  /** Its name, such as `hungary`. */
  readonly name: string;
  /** `versionOf` the file's digest. */
  readonly version: string;
  readonly path: string;
}

/** Beginning of a file's digest, which is enough to distinguish two files of one name. */
export function versionOf(digest: string): string {
  return digest.slice(0, 16);
}

interface ExtractVersion {
  readonly name: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
}

const ending = ".osm.pbf";
/** `hungary-0123456789abcdef.osm.pbf` */
const fileName = /^(.+)-([0-9a-f]{16})\.osm\.pbf$/;

/**
 * The imported extracts in the data directory, one file of each name: street map and walking tiles are made of all
 * of them, again with each new one.
 */
export class ExtractFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "extracts");
  }

  /** The stored extracts, by name. */
  list(): StoredExtract[] {
    return [...new Map(this.#files().map((file) => [file.name, file])).values()];
  }

  /**
   * All files, by name; an interrupted import may have left two of one name, the newer one last.
   */
  #files(): StoredExtract[] {
    const files = this.#names().flatMap((file) => {
      const [, name, version] = fileName.exec(file) ?? [];
      const path = join(this.#folder, file);
      return name === undefined ? [] : [{ name, version, path }];
    });
    return files
      .map((file) => ({ file, writtenMs: statSync(file.path).mtimeMs }))
      .toSorted((one, other) => {
        if (one.file.name === other.file.name) return one.writtenMs - other.writtenMs;
        return one.file.name < other.file.name ? -1 : 1;
      })
      .map(({ file }) => file);
  }

  /**
   * Stores a file in place of the one of its name. An interruption leaves the old one unchanged.
   */
  store(path: string, extract: ExtractVersion): void {
    mkdirSync(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, "unfinished");
    this.#replace(extract, (target) => {
      // On a file system with copy-on-write, the copy needs no space.
      copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
      renameSync(unfinished, target);
    });
  }

  /** Path for writing a new file, for one import at a time; it is never read as an extract. */
  draft(): string {
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, "draft.pbf");
  }

  /** Stores the draft in place of the file of that name. */
  publishDraft(extract: ExtractVersion): void {
    this.#replace(extract, (target) => renameSync(this.draft(), target));
  }

  removeDraft(): void {
    rmSync(this.draft(), { force: true });
  }

  #replace({ name, digest }: ExtractVersion, put: (target: string) => void): void {
    const version = versionOf(digest);
    const ofName = this.#files().filter((stored) => stored.name === name);
    const others = ofName.filter((stored) => stored.version !== version);
    if (others.length === ofName.length) put(join(this.#folder, `${name}-${version}${ending}`));
    for (const stored of others) rmSync(stored.path);
  }

  /** Removes the file of that name, if there is one. */
  remove(name: string): void {
    for (const stored of this.#files()) if (stored.name === name) rmSync(stored.path);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}
