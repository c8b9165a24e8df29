import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** Changes with the way in which extracts are read, so that a new version reads a known file again. */
const importerVersion = "1";

/** SHA-256 of a file and of how it is read, in hexadecimal. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256").update(importerVersion);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
