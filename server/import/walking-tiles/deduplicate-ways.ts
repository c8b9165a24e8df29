import { join } from "node:path";
import type { TileSource } from "#server/geo/walking/walking-router.ts";
import { withStored } from "#server/import/extract-files.ts";
import type { OsmPbfFile, PbfBlock } from "#server/import/osm/osm-file.ts";
import { OsmPbfWriter } from "#server/import/osm/osm-file.ts";
import type { OsmTags } from "#server/import/osm-element.ts";

/** Nodes of a way, in their order. */
type Line = readonly number[];

/**
 * Files with the contents of the extracts, but each stretch of a way once. Two neighbours both have
 * the ways over their border, and an extract may lie within another. The tile builder makes two
 * ways of a duplicate: directions then contain turns that do not exist, and the router does not
 * find the end of a walk on such a way.
 *
 * The newest data counts. A file that shares no way with those before it is used unchanged; of the
 * others a copy without the shared stretches is written into the folder. Memory follows the number
 * of ways, some 100 bytes each.
 *
 * @returns paths of the files
 * @throws DamagedExtract where an extract cannot be read
 */
export async function deduplicateWays(
  extracts: readonly TileSource[],
  folder: string,
): Promise<string[]> {
  if (extracts.length < 2) return extracts.map(({ path }) => path);
  const surveyed: (TileSource & Survey)[] = [];
  for (const extract of extracts)
    surveyed.push({ ...extract, ...(await withStored(extract, survey)) });
  const known = new KnownWays(surveyed);
  const paths: string[] = [];
  for (const extract of surveyed.toSorted((one, other) => other.dataMs - one.dataMs)) {
    const { name, path, ways } = extract;
    const target = join(folder, `${name}.osm.pbf`);
    const isCopied = ways.some((id) => known.has(id));
    await withStored(extract, (file) =>
      isCopied ? copyUnknown(file, target, known) : remember(file, known),
    );
    paths.push(isCopied ? target : path);
  }
  return paths;
}

interface Survey {
  /** Time of the data's export from OpenStreetMap; 0 where the file lacks it. */
  readonly dataMs: number;
  /** Ids. */
  readonly ways: Float64Array;
  /** Fingerprints of their lines. */
  readonly prints: Float64Array;
}

async function survey(file: OsmPbfFile): Promise<Survey> {
  const ids: number[] = [];
  const prints: number[] = [];
  await file.visit({
    way(id, line) {
      ids.push(id);
      prints.push(fingerprint(line));
    },
  });
  return {
    dataMs: file.header.dataAt?.getTime() ?? 0,
    ways: Float64Array.from(ids),
    prints: Float64Array.from(prints),
  };
}

/** Number of 52 bits that distinguishes lines. */
function fingerprint(line: Line): number {
  let [one, other] = [line.length, 0x9e3779b9];
  for (const node of line) {
    const [low, high] = [node | 0, Math.floor(node / 2 ** 32)];
    one = Math.imul(one ^ low, 0x01000193) ^ high;
    other = Math.imul(other + low, 0x85ebca6b) ^ (other >>> 13) ^ high;
  }
  return (one >>> 0) * 2 ** 20 + (other >>> 12);
}

/**
 * Marks of a way that differs between files, and of one that is equal in them and was written with
 * one.
 */
const [different, brought] = [Number.NaN, Number.POSITIVE_INFINITY];

/** Ways that several files have, with the stretches of the files so far. */
class KnownWays {
  /** Fingerprint of each, or a mark. */
  readonly #shared = new Map<number, number>();
  /** Lines of the ways that differ between files. */
  readonly #lines = new Map<number, Line[]>();

  constructor(surveys: readonly Survey[]) {
    const all = new Float64Array(surveys.reduce((count, { ways }) => count + ways.length, 0));
    let end = 0;
    for (const { ways } of surveys) {
      all.set(ways, end);
      end += ways.length;
    }
    all.sort();
    for (let at = 1; at < all.length; at++) {
      if (all[at] === all[at - 1]) this.#shared.set(all[at], 0);
    }
    for (const { ways, prints } of surveys) {
      for (const [at, id] of ways.entries()) this.#compare(id, prints[at]);
    }
  }

  #compare(id: number, print: number): void {
    const known = this.#shared.get(id);
    if (known === 0) this.#shared.set(id, print);
    else if (known !== undefined && known !== print) this.#shared.set(id, different);
  }

  has(id: number): boolean {
    return this.#shared.get(id) === brought || this.#lines.has(id);
  }

  add(id: number, line: Line): void {
    const mark = this.#shared.get(id);
    if (mark === undefined) return;
    if (!Number.isNaN(mark)) this.#shared.set(id, brought);
    else this.#lines.set(id, [...(this.#lines.get(id) ?? []), line]);
  }

  /** Unknown stretches of a way: all of it, none, or some, as lines. */
  unknownSections(id: number, line: Line): readonly Line[] {
    if (!this.has(id)) return [line];
    if (this.#shared.get(id) === brought) return [];
    const stretches = new Set(this.#lines.get(id)?.flatMap(stretchesOf));
    const parts: number[][] = [];
    let isOpen = false;
    for (const [at, name] of stretchesOf(line).entries()) {
      const isUnknown = !stretches.has(name);
      if (isUnknown && isOpen) parts[parts.length - 1].push(line[at + 1]);
      else if (isUnknown) parts.push([line[at], line[at + 1]]);
      isOpen = isUnknown;
    }
    return parts;
  }
}

/** Names of the stretches from each node to the next, the same in both directions. */
function stretchesOf(line: Line): string[] {
  return line.slice(1).map((to, at) => {
    const from = line[at];
    return from < to ? `${from} ${to}` : `${to} ${from}`;
  });
}

/** Adds the shared ways of a file to the known ones. */
async function remember(file: OsmPbfFile, known: KnownWays): Promise<void> {
  await file.visit({ way: (id, line) => known.add(id, line) });
}

/** Copies a file without the known stretches of its ways, and adds its shared ways to the known ones. */
async function copyUnknown(file: OsmPbfFile, target: string, known: KnownWays): Promise<void> {
  using writer = new OsmPbfWriter(target, file.header);
  for await (const block of file.blocks()) {
    const parts = new Map<number, readonly Line[]>();
    let isUnchanged = true;
    block.visit({
      way(id, line) {
        const unknown = known.unknownSections(id, line);
        isUnchanged &&= unknown[0] === line;
        parts.set(id, unknown);
        known.add(id, line);
      },
    });
    if (isUnchanged) writer.copy(block.packed);
    else writeBlock(writer, block, parts);
  }
  writer.finish();
}

/** Writes the elements of a block, and of its ways the given parts. */
function writeBlock(
  writer: OsmPbfWriter,
  block: PbfBlock,
  parts: ReadonlyMap<number, readonly Line[]>,
): void {
  const tagsOf = new Map<number, OsmTags>();
  block.visit({ node: (id, _longitude, _latitude, tags) => void tagsOf.set(id, tags) });
  block.visit({
    position(id, longitudeE7, latitudeE7) {
      writer.node({ id, longitudeE7, latitudeE7, tags: tagsOf.get(id) ?? {} });
    },
    way(id, _line, tags) {
      for (const refs of parts.get(id) ?? []) writer.way({ id, refs, tags });
    },
    relation: (id, members, tags) => writer.relation({ id, members, tags }),
  });
}
