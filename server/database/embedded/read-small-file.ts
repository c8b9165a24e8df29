import { closeSync, constants, openSync, readSync } from "node:fs";

const maxBytes = 8_192;

/**
 * The beginning of a small text file in a folder of PostgreSQL's account, which may be another than
 * ours and could have put anything there: a symbolic link is refused, a pipe is not waited for.
 *
 * @throws Error of the file system, `ENOENT` where there is none.
 */
export function readSmallFile(path: string): string {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const buffer = Buffer.alloc(maxBytes);
    return buffer.toString("utf8", 0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}
