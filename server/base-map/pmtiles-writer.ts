import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { zxyToTileId } from "pmtiles";

/** Fields of a PMTiles file's header. */
export interface PmtilesHead {
  /** West, south, east and north edge of the tiles' content, in degrees. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly maxZoom: number;
  /** Written as JSON; readers fetch it with a separate request. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

const headerBytes = 127;
/** The header and the root directory are within the first bytes of a file. */
const headBytes = 16_384;
/** The format's numbers for compression and kind of tiles. */
const gzip = 2;
const vectorTiles = 1;

/** Size up to which tiles are compared with each other. */
const smallBytes = 512;

/** Position of a tile's data, or of a leaf directory, from the beginning of its section. */
interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** Number of tiles of the entry, which follow each other and are equal; 0 for a leaf directory. */
  readonly run: number;
}

/**
 * Writer of a PMTiles file of vector tiles, version 3
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Tiles may come in any order,
 * and are written to the disk at once, small ones that are equal once; 40 bytes of each stay in memory.
 */
export class PmtilesWriter {
  readonly #file: number;
  readonly #entries: Entry[] = [];
  /** Offsets of the small tiles by their digest: squares of nothing but land or sea. */
  readonly #small = new Map<string, number>();
  #contents = 0;
  #dataBytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  /**
   * Adds a tile.
   *
   * @param data its vector data, packed with gzip
   * @returns where the data begins in the file
   */
  add({ z, x, y, data }: { z: number; x: number; y: number; data: Uint8Array }): number {
    const offset = this.#offsetOf(data);
    this.#entries.push({ id: zxyToTileId(z, x, y), offset, length: data.length, run: 1 });
    return headBytes + offset;
  }

  /** Position of a tile's data in its section, where it is written unless an equal one is there. */
  #offsetOf(data: Uint8Array): number {
    const digest = data.length <= smallBytes ? hash("sha256", data) : null;
    const known = digest === null ? undefined : this.#small.get(digest);
    if (known !== undefined) return known;
    const offset = this.#dataBytes;
    this.#write(data, headBytes + offset);
    this.#dataBytes += data.length;
    this.#contents++;
    if (digest !== null) this.#small.set(digest, offset);
    return offset;
  }

  /**
   * Writes the directories and the header, and closes the file.
   *
   * @param appendix bytes behind all that the format knows, which its readers do not see; see {@link readAppendix}
   */
  close({ bounds, maxZoom, metadata }: PmtilesHead, appendix?: Uint8Array): void {
    this.#entries.sort((one, other) => one.id - other.id);
    const runs = runsOf(this.#entries);
    const { root, leaves } = directories(runs);
    const written = gzipSync(JSON.stringify(metadata));
    const metadataAt = headBytes + this.#dataBytes;
    const leavesAt = metadataAt + written.length;
    this.#write(written, metadataAt);
    this.#write(leaves, leavesAt);
    if (appendix) this.#write(appendix, leavesAt + leaves.length);

    const header = Buffer.alloc(headerBytes);
    header.write("PMTiles", 0);
    header[7] = 3;
    const numbers = [
      ...[headerBytes, root.length, metadataAt, written.length, leavesAt, leaves.length],
      ...[headBytes, this.#dataBytes, this.#entries.length, runs.length, this.#contents],
    ];
    for (const [at, number] of numbers.entries()) {
      header.writeBigUInt64LE(BigInt(number), 8 + at * 8);
    }
    // Not in the order of the tiles; directories and tiles are packed.
    header.set([0, gzip, gzip, vectorTiles, 0, maxZoom], 96);
    for (const [at, degrees] of bounds.entries()) {
      header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4);
    }
    this.#write(header, 0);
    this.#write(root, headerBytes);
    closeSync(this.#file);
  }

  #write(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#file, bytes, done, bytes.length - done, at + done);
    }
  }
}

/** The appendix of an open file, which the writer puts behind the leaf directories, its last section. */
export function readAppendix(file: number): Buffer {
  const header = readBytes(file, 0, headerBytes);
  const [leavesAt, leavesBytes] = [4, 5].map((at) => Number(header.readBigUInt64LE(8 + at * 8)));
  const end = leavesAt + leavesBytes;
  return readBytes(file, end, fstatSync(file).size - end);
}

/** Bytes of an open file. */
export function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, offset + done);
    if (read === 0) throw new Error("The file ends before its time.");
    done += read;
  }
  return bytes;
}

/** Initial number of entries of a leaf directory; it grows until the root has room for all. */
const leafEntries = 4096;

/** Entries in order, those that follow each other with the same data as one. */
function runsOf(entries: readonly Entry[]): Entry[] {
  const runs: Entry[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && last.id + last.run === entry.id && last.offset === entry.offset) {
      runs[runs.length - 1] = { ...last, run: last.run + 1 };
    } else {
      runs.push(entry);
    }
  }
  return runs;
}

/** The root directory, which lists leaf directories where it has no room for all entries. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  let root = writeDirectory(entries);
  let leaves: Buffer[] = [];
  for (let size = leafEntries; root.length > headBytes - headerBytes; size *= 2) {
    leaves = [];
    const named: Entry[] = [];
    let offset = 0;
    for (let at = 0; at < entries.length; at += size) {
      const leaf = writeDirectory(entries.slice(at, at + size));
      named.push({ id: entries[at].id, offset, length: leaf.length, run: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    root = writeDirectory(named);
  }
  return { root, leaves: Buffer.concat(leaves) };
}

/**
 * Columns of numbers: ids as differences, run lengths, lengths, and offsets, where 0 means
 * 'directly after the previous one'.
 */
function writeDirectory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = [];
  const write = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    bytes.push(rest);
  };
  write(entries.length);
  for (const [at, { id }] of entries.entries()) write(id - (entries[at - 1]?.id ?? 0));
  for (const { run } of entries) write(run);
  for (const { length } of entries) write(length);
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1];
    write(before && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return gzipSync(Buffer.from(bytes));
}
