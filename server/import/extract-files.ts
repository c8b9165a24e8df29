import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { type BoundsE7, OsmPbfFile, type PbfIndex } from "./osm/osm-file.ts";

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
  /** Index of the file; without one it is read completely when it is next opened. */
  readonly index?: PbfIndex | null;
  /** Whether a file without bounds has those of the former one of its name, which osmium leaves out. */
  readonly keepsBounds?: boolean;
}

const ending = ".osm.pbf";
/** `hungary-0123456789abcdef.osm.pbf` */
const fileName = /^(.+)-([0-9a-f]{16})\.osm\.pbf$/;

/** Imported extracts in the data directory, one file of each name, for street map and walking tiles. */
export class ExtractFiles {
  readonly #folder: string;

  constructor(dataDirectory: string) {
    this.#folder = join(dataDirectory, "extracts");
  }

  list(): StoredExtract[] {
    return [...new Map(this.#files().map((file) => [file.name, file])).values()];
  }

  /** All files, by name; of two of one name, left by an interruption, the newer one last. */
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

  /** Stores a file in place of the one of its name, which an interruption leaves unchanged. */
  store(path: string, { name, digest, index, keepsBounds = false }: ExtractVersion): void {
    mkdirSync(this.#folder, { recursive: true });
    const version = versionOf(digest);
    const target = join(this.#folder, `${name}-${version}${ending}`);
    const former = this.#files().filter((stored) => stored.name === name);
    const bounds = keepsBounds ? former.map(boundsOf).find((box) => box !== null) : null;
    // On a file system with copy-on-write, the copy needs no space.
    copyFileSync(path, this.#unfinished, constants.COPYFILE_FICLONE);
    // In place of the same version too: that file may have been damaged since.
    renameSync(this.#unfinished, target);
    if (index) {
      const header = { ...index.header, bounds: index.header.bounds ?? bounds ?? null };
      this.#writeIndex(target, { ...index, header });
    }
    for (const stored of former) if (stored.version !== version) removeStored(stored);
  }

  /** Removes the file of that name, if there is one. */
  remove(name: string): void {
    for (const stored of this.#files()) if (stored.name === name) removeStored(stored);
  }

  #writeIndex(path: string, index: PbfIndex): void {
    writeFileSync(this.#unfinished, JSON.stringify({ version: indexVersion, ...index }));
    renameSync(this.#unfinished, indexPath(path));
  }

  get #unfinished(): string {
    return join(this.#folder, "unfinished");
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}

/** Removes the index first: one without its file would stay. */
function removeStored({ path }: StoredExtract): void {
  rmSync(indexPath(path), { force: true });
  rmSync(path);
}

/** Version of the format of an index: one of another version is not read. */
const indexVersion = 1;

/** `hungary-0123456789abcdef.osm.pbf.index.json` */
function indexPath(path: string): string {
  return `${path}.index.json`;
}

function boundsOf({ path }: StoredExtract): BoundsE7 | null {
  return readIndex(path)?.header.bounds ?? null;
}

function readIndex(path: string): PbfIndex | null {
  try {
    const { version, header, blobs } = JSON.parse(readFileSync(indexPath(path), "utf8"));
    if (version !== indexVersion) return null;
    const dataAt = header.dataAt === null ? null : new Date(header.dataAt);
    return { header: { ...header, dataAt }, blobs };
  } catch {
    return null;
  }
}

/** Stored file that cannot be read. */
export class DamagedExtract extends ImportFileError {
  readonly extract: string;

  constructor(extract: string, cause: ImportFileError) {
    super(`The stored file of ${extract} is damaged: import ${extract} again. ${cause.message}`, {
      cause,
    });
    this.extract = extract;
  }
}

/**
 * Does work with a stored extract.
 *
 * @throws DamagedExtract where its file cannot be read
 */
export async function withStored<Result>(
  { name, path }: Pick<StoredExtract, "name" | "path">,
  work: (file: OsmPbfFile) => Promise<Result>,
): Promise<Result> {
  try {
    await using file = await openStored(path);
    return await work(file);
  } catch (cause) {
    throw cause instanceof ImportFileError ? new DamagedExtract(name, cause) : cause;
  }
}

/**
 * Opens a stored extract. Its import has read and checked it; an extract that an earlier version stored
 * has no index, and is read once more.
 *
 * @throws ImportFileError where it is damaged
 */
export function openStored(path: string): Promise<OsmPbfFile> {
  const index = readIndex(path);
  return index === null ? OsmPbfFile.open(path) : OsmPbfFile.reopen(path, index);
}
