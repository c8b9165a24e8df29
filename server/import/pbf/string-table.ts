import type { PbfReader } from "pbf";
import { ImportFileError } from "../import-file-error.ts";
import type { OsmTags } from "../osm-element.ts";

/** The texts of one block, each decoded when it is first asked for: most never are. */
export class StringTable {
  readonly #bytes: Uint8Array[] = [];
  readonly #texts: string[] = [];

  /** The reader stands at a `StringTable` message. */
  constructor(reader: PbfReader) {
    const end = reader.readVarint() + reader.pos;
    while (reader.nextField(end)) this.#bytes.push(reader.readBytes());
  }

  at(index: number): string {
    const bytes = this.#bytes[index];
    if (bytes === undefined)
      throw new ImportFileError("One of its blocks refers to a text it lacks.");
    // The database keeps no NUL.
    this.#texts[index] ??= decoder.decode(bytes).replaceAll("\0", "");
    return this.#texts[index];
  }

  /** Parallel lists of the numbers of keys and of values. */
  tags(keys: readonly number[], values: readonly number[]): OsmTags {
    const tags: Record<string, string> = Object.create(null);
    keys.forEach((key, index) => {
      tags[this.at(key)] = this.at(values[index]);
    });
    return tags;
  }
}

const decoder = new TextDecoder();
