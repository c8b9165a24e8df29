import type { Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { PbfReader } from "pbf";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  type OsmKind,
  type OsmTags,
  type OsmVisitor,
  osmKinds,
} from "#server/import/osm-element.ts";

/** Listener of the progress of a stage, 0…1. */
export type OnProgress = (share: number) => void;

/** Block of elements: its position in the file, packed, and the kinds in it. */
interface IndexedBlob {
  readonly offset: number;
  readonly length: number;
  readonly kinds: readonly OsmKind[];
}

/** Contents of a checked file, with which it is opened again without reading it (`reopen`). */
export interface PbfIndex {
  readonly header: PbfHeader;
  readonly blobs: readonly IndexedBlob[];
}

/**
 * OpenStreetMap extract (`.osm.pbf`), which can be read any number of times, one block in memory, and only blocks with
 * the wanted kinds. Disposing it closes the file.
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

  /** Calls the visitor for the elements of its kinds, in the file's order. */
  async visit(visitor: OsmVisitor, onProgress: OnProgress = () => {}): Promise<void> {
    const wanted = wantedKinds(visitor);
    const blobs = this.index.blobs.filter(({ kinds }) => kinds.some((kind) => wanted.has(kind)));
    for (const [index, { offset, length }] of blobs.entries()) {
      visitBlock(openBlock(unpack(await readBytes(this.#file, offset, length))), visitor);
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

/** Limits of the format, in bytes. */
const maxHeaderBytes = 64 * 1024;
const maxBlobBytes = 32 * 1024 * 1024;

/** Reads all of a file; see `OsmPbfFile.open`. */
async function readIndex(
  file: FileHandle,
  onProgress: OnProgress,
  hash: Hash | undefined,
): Promise<PbfIndex> {
  const { size } = await file.stat();
  const blobs: IndexedBlob[] = [];
  let header: PbfHeader | null = null;
  for (let end = 0; end < size; ) {
    const lengthBytes = await readBytes(file, end, 4);
    const headerLength = lengthBytes.readUInt32BE(0);
    if (headerLength === 0 || headerLength > maxHeaderBytes) throw notPbf();
    const headerBytes = await readBytes(file, end + 4, headerLength);
    const { type, length } = readHeader(headerBytes);
    const offset = end + 4 + headerLength;
    end = offset + length;
    if (end > size) throw cutOff();
    const packed = await readBytes(file, offset, length);
    hash?.update(lengthBytes).update(headerBytes).update(packed);
    const content = unpack(packed);
    if (type === "OSMHeader") header ??= readPbfHeader(content);
    else if (header === null) break;
    else if (type === "OSMData") {
      blobs.push({ offset, length, kinds: [...kindsIn(openBlock(content))] });
    }
    onProgress(end / size);
  }
  if (header === null) throw notPbf();
  return { header, blobs };
}

/** @throws ImportFileError where it is damaged */
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

/** Kinds of elements in a block; a group has only one. */
function kindsIn({ reader, groups }: Block): Set<OsmKind> {
  const fields = groups.map(({ start, end }) => {
    reader.pos = start;
    return reader.nextField(end);
  });
  // 1 and 2 are nodes, 3 ways, 4 relations.
  const known = fields.filter((field) => field >= 1 && field <= 4);
  return new Set(known.map((field) => osmKinds[Math.max(0, field - 2)]));
}

/** Calls the visitor for each element of the block of the kinds that it has methods for. */
export function visitBlock(block: Block, visitor: OsmVisitor): void {
  const { reader } = block;
  for (const { start, end } of block.groups) {
    reader.pos = start;
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field > 4) continue;
      const messageEnd = reader.readVarint() + reader.pos;
      visitors[field - 1](block, messageEnd, visitor);
      reader.pos = messageEnd;
    }
  }
}

/** Maximum size of a list: blocks have at most 8,000 elements, and ways 2,000 points. */
const maxListBytes = 4 * 1024 * 1024;
/** Maximum number of a block's texts, likewise. */
const maxTexts = 250_000;

/** A packed list of numbers. @throws ImportFileError for one that would fill the memory */
function readList(reader: PbfReader, kind: "unsigned" | "signed" = "unsigned"): number[] {
  const start = reader.pos;
  if (reader.readVarint() > maxListBytes) throw tooLarge();
  reader.pos = start;
  return kind === "signed" ? reader.readPackedSVarint() : reader.readPackedVarint();
}

function tooLarge(): ImportFileError {
  return new ImportFileError("One of its blocks holds more than the format allows.");
}

const visitors = [visitNode, visitDenseNodes, visitWay, visitRelation];

/** A single node: rare, since files have nearly all as dense nodes. */
function visitNode(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { reader, strings } = block;
  let [id, latitude, longitude] = [0, 0, 0];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readSVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) latitude = reader.readSVarint();
    else if (field === 9) longitude = reader.readSVarint();
  }
  const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
  visitor.position?.(id, longitudeE7, latitudeE7);
  if (keys.length > 0) {
    visitor.node?.(id, longitudeE7 / 1e7, latitudeE7 / 1e7, strings.tags(keys, values));
  }
}

/** Nodes as parallel lists of differences; their tags follow each other, a 0 after each node's. */
function visitDenseNodes(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { ids, latitudes, longitudes, tags } = readLists(block, end);
  if (latitudes.length !== ids.length || longitudes.length !== ids.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  let [id, latitude, longitude, tagAt] = [0, 0, 0, 0];
  for (let index = 0; index < ids.length; index++) {
    id += ids[index];
    latitude += latitudes[index];
    longitude += longitudes[index];
    const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
    visitor.position?.(id, longitudeE7, latitudeE7);
    const tagEnd = tags.length === 0 ? 0 : tags.indexOf(0, tagAt);
    if (tagEnd < 0) throw new ImportFileError("One of its blocks is damaged.");
    if (visitor.node && tagEnd > tagAt) {
      const read = readTags(block, tags, tagAt, tagEnd);
      visitor.node(id, longitudeE7 / 1e7, latitudeE7 / 1e7, read);
    }
    tagAt = tagEnd + 1;
  }
}

function readLists({ reader }: Block, end: number) {
  let ids: number[] = [];
  let latitudes: number[] = [];
  let longitudes: number[] = [];
  /** Key, value, key, value, 0, … */
  let tags: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) ids = readList(reader, "signed");
    else if (field === 8) latitudes = readList(reader, "signed");
    else if (field === 9) longitudes = readList(reader, "signed");
    else if (field === 10) tags = readList(reader);
  }
  return { ids, latitudes, longitudes, tags };
}

function readTags(
  { strings }: Block,
  tags: readonly number[],
  start: number,
  end: number,
): OsmTags {
  const pairs = tags.slice(start, end);
  const keys = pairs.filter((_, index) => index % 2 === 0);
  return strings.tags(
    keys,
    pairs.filter((_, index) => index % 2 === 1),
  );
}

function visitWay({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.way) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let refs: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) refs = readList(reader, "signed");
  }
  visitor.way(id, fromDifferences(refs), strings.tags(keys, values));
}

function visitRelation({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.relation) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let roles: number[] = [];
  let memberIds: number[] = [];
  let kinds: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) roles = readList(reader);
    else if (field === 9) memberIds = readList(reader, "signed");
    else if (field === 10) kinds = readList(reader);
  }
  if (roles.length !== memberIds.length || kinds.length !== memberIds.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  const members = fromDifferences(memberIds).map((member, index) => ({
    kind: osmKinds[kinds[index]],
    id: member,
    role: strings.at(roles[index]),
  }));
  visitor.relation(id, members, strings.tags(keys, values));
}

/** Decodes a list of differences, in place. */
function fromDifferences(numbers: number[]): number[] {
  for (let index = 1; index < numbers.length; index++) numbers[index] += numbers[index - 1];
  return numbers;
}

/** One unpacked block of the file (a `PrimitiveBlock`), its groups not read yet. */
export interface Block {
  readonly reader: PbfReader;
  readonly strings: StringTable;
  /** Ranges of the groups of elements. */
  readonly groups: readonly { readonly start: number; readonly end: number }[];
  /** Conversion of a block's positions to units of 1e-7 degrees. */
  readonly longitudeE7: (number: number) => number;
  readonly latitudeE7: (number: number) => number;
}

/** @throws ImportFileError where it is not such a block */
export function openBlock(content: Uint8Array): Block {
  const reader = new PbfReader(content);
  const groups: { start: number; end: number }[] = [];
  let strings: StringTable | null = null;
  // In nanodegrees, as the format has it.
  let [granularity, latitudeOffset, longitudeOffset] = [100, 0, 0];
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 1) strings = new StringTable(reader);
    else if (field === 2) {
      const end = reader.readVarint() + reader.pos;
      groups.push({ start: reader.pos, end });
      reader.pos = end;
    } else if (field === 17) granularity = reader.readVarint();
    else if (field === 19) latitudeOffset = reader.readVarint(true);
    else if (field === 20) longitudeOffset = reader.readVarint(true);
  }
  if (strings === null || reader.pos !== content.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  const toE7 = (offset: number) => (number: number) =>
    Math.round((offset + granularity * number) / 100);
  return {
    reader,
    strings,
    groups,
    longitudeE7: toE7(longitudeOffset),
    latitudeE7: toE7(latitudeOffset),
  };
}

/** Texts of one block, each decoded at its first use: most are never used. */
class StringTable {
  readonly #bytes: Uint8Array[] = [];
  readonly #texts: string[] = [];

  /** The reader is at a `StringTable` message. */
  constructor(reader: PbfReader) {
    const end = reader.readVarint() + reader.pos;
    while (reader.nextField(end)) {
      if (this.#bytes.push(reader.readBytes()) > maxTexts) throw tooLarge();
    }
  }

  at(index: number): string {
    const bytes = this.#bytes[index];
    if (bytes === undefined)
      throw new ImportFileError("One of its blocks refers to a text it lacks.");
    // The database stores no NUL.
    this.#texts[index] ??= decoder.decode(bytes).replaceAll("\0", "");
    return this.#texts[index];
  }

  /** Parallel lists of the numbers of keys and of values. */
  tags(keys: readonly number[], values: readonly number[]): OsmTags {
    const tags: Record<string, string> = Object.create(null);
    keys.forEach((key, index) => {
      tags[this.at(key)] = this.at(values[index]);
    });
    return tags;
  }
}

const decoder = new TextDecoder();
