import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import Bunzip from "seek-bzip";
import { ImportFileError } from "#server/import/import-file-error.ts";

/** Bytes that are read, and handed on, at once. */
const chunkBytes = 1 << 16;

/** Error of a packed file that is cut off or damaged. */
export class UnpackError extends ImportFileError {}

/**
 * Reads a file to its end, unpacked where it is packed with gzip or bzip2, whatever its name.
 *
 * @param write takes the next bytes, which may be overwritten afterwards
 * @throws UnpackError
 */
export async function readUnpacked(
  path: string,
  write: (bytes: Uint8Array) => void,
  onProgress: (share: number) => void = () => {},
): Promise<void> {
  const { size } = await stat(path);
  const packing = packingOf(path);
  if (packing === "bzip2") {
    unpackBzip(path, write, (bytesRead) => onProgress(bytesRead / size));
    onProgress(1);
    return;
  }
  const stream = createReadStream(path);
  const take = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      write(chunk);
      onProgress(stream.bytesRead / size);
    }
  };
  try {
    await (packing === "gzip" ? pipeline(stream, createGunzip(), take) : pipeline(stream, take));
  } catch (error) {
    throw toUnpackError(error);
  }
}

/** The first bytes of a file, unpacked. @throws ImportFileError for a folder, and where it is cut off there or damaged */
async function readHead(path: string): Promise<Buffer> {
  let head = Buffer.alloc(0);
  const isEnough = new Error("the first bytes are enough");
  try {
    await readUnpacked(path, (bytes) => {
      head = Buffer.from(bytes);
      throw isEnough;
    });
  } catch (error) {
    if (error !== isEnough) throw error;
  }
  return head;
}

/** Packing of a file by its beginning; null for an unpacked one. @throws ImportFileError for a folder */
function packingOf(path: string): "gzip" | "bzip2" | null {
  const file = openSync(path, "r");
  try {
    if (fstatSync(file).isDirectory()) throw new ImportFileError("It is a folder: give a file.");
    const first = Buffer.alloc(4);
    readSync(file, first, 0, first.length, 0);
    if (first[0] === 0x1f && first[1] === 0x8b) return "gzip";
    return /^BZh[1-9]/.test(first.toString("latin1")) ? "bzip2" : null;
  } finally {
    closeSync(file);
  }
}

/** An error of Node's gzip, in words. */
function toUnpackError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "Z_BUF_ERROR") return new UnpackError("It is cut off.", { cause: error });
  if (code === "Z_DATA_ERROR") return new UnpackError("It is damaged.", { cause: error });
  return error;
}

/**
 * Unpacks a file that is packed with bzip2, also one of several streams, and checks its checksums. It does not
 * yield to other work: the library has no other way.
 *
 * @param write takes the next bytes, which are overwritten afterwards
 * @param onRead takes the number of bytes of the file so far
 * @throws UnpackError
 */
function unpackBzip(
  path: string,
  write: (bytes: Uint8Array) => void,
  onRead: (bytes: number) => void,
): void {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const [input, output] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)];
    let [begin, at, count] = [0, 0, 0];
    const flush = () => {
      write(output.subarray(0, count));
      count = 0;
    };
    const source = Object.assign(new Bunzip.Stream(), {
      readByte() {
        if (begin + at === size) throw new UnpackError("It is cut off.");
        if (at === 0 || at === chunkBytes) {
          begin += at;
          at = 0;
          readSync(file, input, 0, chunkBytes, begin);
          onRead(begin);
        }
        return input[at++];
      },
      eof: () => begin + at === size,
    });
    const target = {
      writeByte(byte: number) {
        output[count++] = byte;
        if (count === chunkBytes) flush();
      },
    };
    Bunzip.decode(source, target, true);
    flush();
  } catch (error) {
    const isOfLibrary = error instanceof TypeError && "errorCode" in error;
    throw isOfLibrary ? new UnpackError("It is damaged.", { cause: error }) : error;
  } finally {
    closeSync(file);
  }
}

/** Extract in PBF or XML, toilets of Overpass or GeoJSON, or documents of another installation. */
export type FileKind = "pbf" | "xml" | "json" | "documents";

const forChanges =
  "It is a change file: deploy/apply-changes.sh applies it to an imported extract, with osmium (package osmium-tool).";

/** Other kinds of packed files, by their first letters. */
const archives = { "PK\u0003\u0004": "zip", "7z\u00bc\u00af": "7-Zip", "\u00fd7zXZ": "xz" };

/**
 * Kind of a file by its beginning, whatever its name, also where it is packed with gzip or bzip2.
 *
 * @throws ImportFileError for anything else, with the remedy
 */
export async function fileKindOf(path: string): Promise<FileKind> {
  const [packing, head] = [packingOf(path), await readHead(path)];
  const kind = kindOf(head);
  if (kind === null) {
    const letters = head.toString("latin1", 0, 8);
    const archive = Object.entries(archives).find(([first]) => letters.startsWith(first));
    if (archive) refusePacked(archive[1]);
    throw new ImportFileError(
      "It is neither an OpenStreetMap extract (.osm.pbf, .osm, .osm.gz, .osm.bz2) nor Overpass JSON or GeoJSON.",
    );
  }
  if (packing !== null && (kind === "pbf" || kind === "documents")) refusePacked(packing);
  return kind;
}

function refusePacked(packing: string): never {
  throw new ImportFileError(`It is packed with ${packing}: unpack it first.`);
}

function kindOf(head: Buffer): FileKind | null {
  // The first block is the header.
  if (head.includes("OSMHeader")) return "pbf";
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  const text = head.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
  if (/^\s*</.test(text)) {
    const elements = text.replaceAll(/<!--[\s\S]*?-->/g, "");
    if (/^\s*(<[?!][^>]*>\s*)*<osmChange\b/.test(elements)) throw new ImportFileError(forChanges);
    return "xml";
  }
  if (!/^\s*[[{]/.test(text)) return null;
  if (/"(elements|features)"\s*:\s*\[|"type"\s*:\s*"Feature"/.test(text)) return "json";
  return /"(latitude|opening_times|fields|__collections__)"\s*:/.test(text) ? "documents" : "json";
}
