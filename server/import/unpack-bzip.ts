import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import Bunzip from "seek-bzip";

/** Bytes that are read, and handed on, at once. */
const chunkBytes = 1 << 16;

/** Error of a packed file, with the code of Node's own for gzip: `Z_BUF_ERROR` where it is cut off. */
class UnpackError extends Error {
  readonly code: "Z_BUF_ERROR" | "Z_DATA_ERROR";

  constructor(code: UnpackError["code"], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/**
 * Unpacks a file that is packed with bzip2, also one of several streams, and checks its checksums. It does not
 * yield to other work: the library has no other way.
 *
 * @param write takes the next bytes, which are overwritten afterwards
 * @param onRead takes the number of bytes of the file so far
 * @throws an error with Node's code for gzip where it is damaged or cut off
 */
export function unpackBzip(
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
        if (begin + at === size) throw new UnpackError("Z_BUF_ERROR");
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
    throw isOfLibrary ? new UnpackError("Z_DATA_ERROR", { cause: error }) : error;
  } finally {
    closeSync(file);
  }
}
