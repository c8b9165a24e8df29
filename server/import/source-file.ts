import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename } from "node:path";

/**
 * Name of a source from one import to the next: the file's name without endings and without a date or
 * 'latest', which providers of extracts add. `/data/hungary-260101.osm.pbf` is `hungary`.
 */
export function sourceName(path: string): string {
  const name = basename(path).replace(/(\.(osm|overpass))?\.(pbf|json|geojson)$/i, "");
  return name.replace(/[-_.](latest|\d{4,8}|\d{4}-\d{2}-\d{2})$/i, "") || name;
}

/** Version of the reading of extracts: a new one reads a known file again. */
const importerVersion = "1";

/** SHA-256 of a file and of the version of its reading, in hexadecimal. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash("sha256").update(importerVersion);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** The file cannot be imported; the message says why in one line. Nothing of it has been written. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
