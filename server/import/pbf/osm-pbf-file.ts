import { type FileHandle, open } from "node:fs/promises";
import { ImportFileError } from "../import-file-error.ts";
import { openBlock } from "./block.ts";
import type { OsmKind, OsmVisitor } from "./osm-visitor.ts";
import { type BlobPlace, listBlobs, readBlob } from "./read-blobs.ts";
import { type PbfHeader, readPbfHeader } from "./read-pbf-header.ts";
import { kindsIn, visitBlock } from "./visit-block.ts";

/** What a part of the work tells about its advance, 0…1. */
export type OnProgress = (share: number) => void;

interface IndexedBlob extends BlobPlace {
  readonly kinds: ReadonlySet<OsmKind>;
}

/**
 * An OpenStreetMap extract (`.osm.pbf`), to be gone through as often as is needed: each time only
 * the blocks that hold what is asked for are unpacked, and only one is in memory. Disposing it
 * closes the file.
 */
export class OsmPbfFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #blobs: IndexedBlob[] = [];
  #header: PbfHeader | null = null;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens a file and reads it once from end to end, every checksum checked.
   *
   * @throws ImportFileError where it is something else, cut off or damaged
   */
  static async open(path: string, onProgress: OnProgress = () => {}): Promise<OsmPbfFile> {
    const file = new OsmPbfFile(await open(path));
    try {
      await file.#index(onProgress);
      return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  }

  get header(): PbfHeader {
    if (this.#header === null) throw new Error("the file has not been read");
    return this.#header;
  }

  /** Tells the visitor of the elements of the kinds that it has methods for, in the file's order. */
  async visit(visitor: OsmVisitor, onProgress: OnProgress = () => {}): Promise<void> {
    const wanted = wantedKinds(visitor);
    const blobs = this.#blobs.filter(({ kinds }) => [...kinds].some((kind) => wanted.has(kind)));
    for (const [index, blob] of blobs.entries()) {
      visitBlock(openBlock(await readBlob(this.#file, blob)), visitor);
      await visitor.afterBlock?.();
      onProgress((index + 1) / blobs.length);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  async #index(onProgress: OnProgress): Promise<void> {
    const { size } = await this.#file.stat();
    for await (const place of listBlobs(this.#file, size)) {
      const content = await readBlob(this.#file, place);
      if (place.type === "OSMHeader") this.#header ??= readPbfHeader(content);
      else if (this.#header === null) break;
      else if (place.type === "OSMData") {
        this.#blobs.push({ ...place, kinds: kindsIn(openBlock(content)) });
      }
      onProgress((place.offset + place.length) / size);
    }
    if (this.#header === null) {
      throw new ImportFileError("It is no OpenStreetMap extract in PBF format.");
    }
  }
}

function wantedKinds(visitor: OsmVisitor): Set<OsmKind> {
  const kinds = new Set<OsmKind>();
  if (visitor.node || visitor.position) kinds.add("node");
  if (visitor.way) kinds.add("way");
  if (visitor.relation) kinds.add("relation");
  return kinds;
}
