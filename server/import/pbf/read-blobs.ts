import type { FileHandle } from "node:fs/promises";
import { inflateSync } from "node:zlib";
import { PbfReader } from "pbf";
import { ImportFileError } from "../import-file-error.ts";

/** Where a block of the file is: its packed bytes. */
export interface BlobPlace {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** The format's own limits, in bytes. */
const maxHeaderBytes = 64 * 1024;
const maxBlobBytes = 32 * 1024 * 1024;

/**
 * The blocks of a `.osm.pbf` file, in order, without reading what is in them.
 *
 * @throws ImportFileError where the file is something else or cut off
 */
export async function* listBlobs(file: FileHandle, size: number): AsyncGenerator<BlobPlace> {
  for (let offset = 0; offset < size; ) {
    const headerLength = (await readBytes(file, offset, 4)).readUInt32BE(0);
    if (headerLength === 0 || headerLength > maxHeaderBytes) throw notPbf();
    const header = readHeader(await readBytes(file, offset + 4, headerLength));
    const start = offset + 4 + headerLength;
    offset = start + header.length;
    if (offset > size) throw cutOff();
    yield { ...header, offset: start };
  }
}

/**
 * What is in a block, unpacked; its checksum is checked on the way.
 *
 * @throws ImportFileError where it is damaged
 */
export async function readBlob(file: FileHandle, { offset, length }: BlobPlace) {
  const reader = new PbfReader(await readBytes(file, offset, length));
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

async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, offset);
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
  return new ImportFileError("It is no OpenStreetMap extract in PBF format.");
}
