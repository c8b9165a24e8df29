import { inflateRawSync } from "node:zlib";
import { SourceListError } from "./source-list-error.ts";

/** Maximum size of all files of a packed workbook together: 50,000 rows of 20 columns take half of it. */
const maxUnpackedBytes = 150_000_000;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/**
 * Unpacks each file of a ZIP archive once, to know its size: the sizes that the archive states may be wrong. Results
 * are thrown away, so that the memory is that of one file.
 *
 * @returns names of the files
 * @throws SourceListError where they are too large together, or the archive is damaged
 */
export function checkUnpackedSize(bytes: Uint8Array, maxBytes = maxUnpackedBytes): string[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  let left = maxBytes;
  try {
    const end = endOf(archive);
    const count = archive.readUInt16LE(end + 10);
    let at = archive.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      if (archive.readUInt32LE(at) !== entrySignature) throw new RangeError("no entry");
      const [nameLength, extraLength, remarkLength] = [28, 30, 32].map((field) =>
        archive.readUInt16LE(at + field),
      );
      names.push(archive.toString("utf8", at + 46, at + 46 + nameLength));
      left -= sizeOf(archive, at, left);
      if (left < 0) throw new SourceListError({ code: "unpacks-too-large" });
      at += 46 + nameLength + extraLength + remarkLength;
    }
  } catch (cause) {
    if (cause instanceof SourceListError) throw cause;
    const isTooLarge =
      cause instanceof RangeError && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    const code = isTooLarge ? "unpacks-too-large" : "damaged";
    throw new SourceListError({ code }, { cause });
  }
  return names;
}

/** Offset of the record that ends an archive, before a remark of at most 64 kB. */
function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - 22 - 0xffff);
  for (let at = archive.length - 22; at >= first; at--) {
    if (archive.readUInt32LE(at) === endSignature) return at;
  }
  throw new RangeError("no end");
}

/** Size of the file of an entry. */
function sizeOf(archive: Buffer, entry: number, left: number): number {
  const method = archive.readUInt16LE(entry + 10);
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  if (method === 0) return archive.readUInt32LE(entry + 24);
  // The stream says where it ends.
  return inflateRawSync(archive.subarray(start), { maxOutputLength: left }).length;
}
