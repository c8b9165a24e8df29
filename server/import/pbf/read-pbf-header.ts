import { PbfReader } from "pbf";
import { ImportFileError } from "../import-file-error.ts";

export interface PbfHeader {
  /** When the data left OpenStreetMap, where the file says so. */
  readonly dataAt: Date | null;
}

const understood: ReadonlySet<string> = new Set(["OsmSchema-V0.6", "DenseNodes"]);

/** @throws ImportFileError for a file that cannot be understood without more than we know */
export function readPbfHeader(content: Uint8Array): PbfHeader {
  const reader = new PbfReader(content);
  let dataAt: Date | null = null;
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (field === 4) ensureUnderstood(reader.readString());
    // Seconds since 1970.
    else if (field === 32) dataAt = new Date(reader.readVarint() * 1000);
  }
  return { dataAt };
}

function ensureUnderstood(feature: string): void {
  if (understood.has(feature)) return;
  throw new ImportFileError(`It needs "${feature}", which is not supported: take a plain extract.`);
}
