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

/** Extract that was imported, as the data directory keeps it. */
export interface KeptExtract {
  /** Its name, such as `hungary`. */
  readonly name: string;
  /** `versionOf` the file's digest. */
  readonly version: string;
  readonly path: string;
}

/** Beginning of a file's digest, which is enough to tell two files of one name apart. */
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

  /** The kept extracts, by name. */
  list(): KeptExtract[] {
    return [...new Map(this.#files().map((file) => [file.name, file])).values()];
  }

  /** All files, by name; an import that was stopped may have left two of one name, the newer one last. */
  #files(): KeptExtract[] {
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
   * Keeps a file in the place of the one of its name. One that is cut off leaves that one as it was.
   */
  keep(path: string, extract: ExtractVersion): void {
    mkdirSync(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, "unfinished");
    this.#replace(extract, (target) => {
      // On a file system that can, the copy takes no room of its own.
      copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
      renameSync(unfinished, target);
    });
  }

  /** Path at which a new file is to be written, of an import at a time; nothing reads it as an extract. */
  draft(): string {
    mkdirSync(this.#folder, { recursive: true });
    return join(this.#folder, "draft.pbf");
  }

  /** Keeps what was written as the draft in the place of the file of that name. */
  keepDraft(extract: ExtractVersion): void {
    this.#replace(extract, (target) => renameSync(this.draft(), target));
  }

  removeDraft(): void {
    rmSync(this.draft(), { force: true });
  }

  #replace({ name, digest }: ExtractVersion, put: (target: string) => void): void {
    const version = versionOf(digest);
    const ofName = this.#files().filter((kept) => kept.name === name);
    const others = ofName.filter((kept) => kept.version !== version);
    if (others.length === ofName.length) put(join(this.#folder, `${name}-${version}${ending}`));
    for (const kept of others) rmSync(kept.path);
  }

  /** Removes the file of that name, if there is one. */
  remove(name: string): void {
    for (const kept of this.#files()) if (kept.name === name) rmSync(kept.path);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}
