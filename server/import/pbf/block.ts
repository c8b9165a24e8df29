import { PbfReader } from "pbf";
import { ImportFileError } from "../import-file-error.ts";
import { StringTable } from "./string-table.ts";

/** One unpacked block of the file (a `PrimitiveBlock`), its groups not read yet. */
export interface Block {
  readonly reader: PbfReader;
  readonly strings: StringTable;
  /** Where the groups of elements are. */
  readonly groups: readonly { readonly start: number; readonly end: number }[];
  /** From a position as the block writes it to units of 1e-7 degrees. */
  readonly longitudeE7: (number: number) => number;
  readonly latitudeE7: (number: number) => number;
}

/** @throws ImportFileError where it is no such block */
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
