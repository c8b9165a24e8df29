import type { Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { PbfReader } from "pbf";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { OsmKind, OsmVisitor } from "#server/import/osm-element.ts";
import { kindsIn, openBlock, visitBlock } from "./visit-block.ts";

/** Listener of the progress of a stage, 0…1. */
export type OnProgress = (share: number) => void;

/** Block of elements, with the kinds in it. */
interface IndexedBlob extends BlobPlace {
  readonly kinds: readonly OsmKind[];
}

/** Contents of a checked file, with which it is opened again without reading it (`reopen`). */
export interface PbfIndex {
  readonly header: PbfHeader;
  readonly blobs: readonly IndexedBlob[];
}

/**
 * OpenStreetMap extract (`.osm.pbf`), which can be read any number of times: each time only the
 * blocks with the wanted kinds are unpacked, and only one is in memory. Disposing it closes the
 * file.
 */
export class OsmPbfFile implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly index: PbfIndex;

  private constructor(file: FileHandle, index: PbfIndex) {
    this.#file = file;
    this.index = index;
  }

  /**
   * Opens a file and reads it once completely, with a check of every checksum.
   *
   * @param hash takes all bytes of the file
   * @throws ImportFileError where it is invalid, cut off or damaged
   */
  static async open(
    path: string,
    onProgress: OnProgress = () => {},
    hash?: Hash,
  ): Promise<OsmPbfFile> {
    const file = await whileReading(open(path));
    try {
      return new OsmPbfFile(file, await readIndex(file, onProgress, hash));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Opens a file that was opened before, without reading it. */
  static async reopen(path: string, index: PbfIndex): Promise<OsmPbfFile> {
    return new OsmPbfFile(await whileReading(open(path)), index);
  }

  get isEmpty(): boolean {
    return this.index.blobs.every(({ kinds }) => kinds.length === 0);
  }

  get header(): PbfHeader {
    return this.index.header;
  }

  /**
   * Calls the visitor for the elements of the kinds that it has methods for, in the file's order.
   */
  async visit(visitor: OsmVisitor, onProgress: OnProgress = () => {}): Promise<void> {
    const wanted = wantedKinds(visitor);
    const blobs = this.index.blobs.filter(({ kinds }) => kinds.some((kind) => wanted.has(kind)));
    for (const [index, blob] of blobs.entries()) {
      visitBlock(openBlock(await readBlob(this.#file, blob)), visitor);
      await visitor.afterBlock?.();
      onProgress((index + 1) / blobs.length);
    }
  }

  /** The blocks of the file, in order, each unpacked only when it is visited. */
  async *blocks(): AsyncGenerator<PbfBlock> {
    for (const { offset, length } of this.index.blobs) {
      const packed = await readBytes(this.#file, offset, length);
      yield { packed, visit: (visitor) => visitBlock(openBlock(unpack(packed)), visitor) };
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }
}

/** Block of a file, with some thousand elements. */
export interface PbfBlock {
  /** Unchanged bytes of the file. */
  readonly packed: Uint8Array;
  visit(visitor: OsmVisitor): void;
}

function wantedKinds(visitor: OsmVisitor): Set<OsmKind> {
  const kinds = new Set<OsmKind>();
  if (visitor.node || visitor.position) kinds.add("node");
  if (visitor.way) kinds.add("way");
  if (visitor.relation) kinds.add("relation");
  return kinds;
}

/** Header of a file; null for missing fields. */
export interface PbfHeader {
  /** Time of the data's export from OpenStreetMap. */
  readonly dataAt: Date | null;
  /** West, south, east, north, in units of 1e-7 degrees. */
  readonly bounds: BoundsE7 | null;
}

export type BoundsE7 = readonly [west: number, south: number, east: number, north: number];

const understood: ReadonlySet<string> = new Set(["OsmSchema-V0.6", "DenseNodes"]);

/** @throws ImportFileError for a file that needs an unsupported feature */
function readPbfHeader(content: Uint8Array): PbfHeader {
  const reader = new PbfReader(content);
  let dataAt: Date | null = null;
  let bounds: BoundsE7 | null = null;
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 1) bounds = readBounds(reader);
    else if (field === 4) ensureUnderstood(reader.readString());
    // Seconds since 1970.
    else if (field === 32) dataAt = new Date(reader.readVarint() * 1000);
  }
  return { dataAt, bounds };
}

/** The format has them in nanodegrees: west, east, north, south. */
function readBounds(reader: PbfReader): BoundsE7 {
  const end = reader.readVarint() + reader.pos;
  const sides = [0, 0, 0, 0];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field <= 4) sides[field - 1] = Math.round(reader.readSVarint() / 100);
  }
  const [west, east, north, south] = sides;
  return [west, south, east, north];
}

function ensureUnderstood(feature: string): void {
  if (understood.has(feature)) return;
  throw new ImportFileError(`It needs "${feature}", which is not supported: take a plain extract.`);
}

/** Position of a block in the file, packed. */
interface BlobPlace {
  readonly offset: number;
  readonly length: number;
}

/** Reads all of a file; see `OsmPbfFile.open`. */
async function readIndex(
  file: FileHandle,
  onProgress: OnProgress,
  hash: Hash | undefined,
): Promise<PbfIndex> {
  const { size } = await file.stat();
  const blobs: IndexedBlob[] = [];
  let header: PbfHeader | null = null;
  for await (const { type, offset, length } of listBlobs(file, size, hash)) {
    const packed = await readBytes(file, offset, length);
    hash?.update(packed);
    const content = unpack(packed);
    if (type === "OSMHeader") header ??= readPbfHeader(content);
    else if (header === null) break;
    else if (type === "OSMData") {
      blobs.push({ offset, length, kinds: [...kindsIn(openBlock(content))] });
    }
    onProgress((offset + length) / size);
  }
  if (header === null) {
    throw new ImportFileError("It is not an OpenStreetMap extract in PBF format.");
  }
  return { header, blobs };
}

/** Limits of the format, in bytes. */
const maxHeaderBytes = 64 * 1024;
const maxBlobBytes = 32 * 1024 * 1024;

/**
 * Blocks of a `.osm.pbf` file, in order, without their content.
 *
 * @throws ImportFileError where the file is invalid or cut off
 */
async function* listBlobs(
  file: FileHandle,
  size: number,
  hash: Hash | undefined,
): AsyncGenerator<BlobPlace & { readonly type: string }> {
  for (let offset = 0; offset < size; ) {
    const lengthBytes = await readBytes(file, offset, 4);
    const headerLength = lengthBytes.readUInt32BE(0);
    if (headerLength === 0 || headerLength > maxHeaderBytes) throw notPbf();
    const headerBytes = await readBytes(file, offset + 4, headerLength);
    hash?.update(lengthBytes).update(headerBytes);
    const header = readHeader(headerBytes);
    const start = offset + 4 + headerLength;
    offset = start + header.length;
    if (offset > size) throw cutOff();
    yield { ...header, offset: start };
  }
}

/**
 * Content of a block, unpacked, with a check of its checksum.
 *
 * @throws ImportFileError where it is damaged
 */
async function readBlob(file: FileHandle, { offset, length }: BlobPlace) {
  return unpack(await readBytes(file, offset, length));
}

function unpack(packed: Uint8Array): Uint8Array {
  const reader = new PbfReader(packed);
  let content: Uint8Array | null = null;
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 1) content = reader.readBytes();
    else if (field === 3) content = inflate(reader.readBytes());
    else if (field > 3) throw new ImportFileError("Its blocks are not packed with zlib.");
  }
  if (content === null) throw new ImportFileError("One of its blocks is empty.");
  return content;
}

function readHeader(bytes: Uint8Array): { type: string; length: number } {
  const reader = new PbfReader(bytes);
  let type = "";
  let length = 0;
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 1) type = reader.readString();
    else if (field === 3) length = reader.readVarint();
  }
  if (!/^OSM/.test(type) || length > maxBlobBytes) throw notPbf();
  return { type, length };
}

/** @throws ImportFileError for an error of the file system, such as of a disk or a permission */
async function whileReading<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportFileError(`It cannot be read: ${reason}.`, { cause });
  }
}

async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await whileReading(file.read(buffer, 0, length, offset));
  if (bytesRead < length) throw cutOff();
  return buffer;
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBlobBytes });
  } catch (cause) {
    throw new ImportFileError("One of its blocks is damaged.", { cause });
  }
}

function cutOff(): ImportFileError {
  return new ImportFileError("It ends in the middle of a block: the file is cut off.");
}

function notPbf(): ImportFileError {
  return new ImportFileError("It is not an OpenStreetMap extract in PBF format.");
}
