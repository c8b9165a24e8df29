import { PbfReader } from "pbf";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  type OsmKind,
  type OsmTags,
  type OsmVisitor,
  osmKinds,
} from "#server/import/osm-element.ts";

/** Kinds of elements in a block; a group has only one. */
export function kindsIn({ reader, groups }: Block): Set<OsmKind> {
  const fields = groups.map(({ start, end }) => {
    reader.pos = start;
    return reader.nextField(end);
  });
  // 1 and 2 are nodes, 3 ways, 4 relations.
  const known = fields.filter((field) => field >= 1 && field <= 4);
  return new Set(known.map((field) => osmKinds[Math.max(0, field - 2)]));
}

/** Calls the visitor for each element of the block of the kinds that it has methods for. */
export function visitBlock(block: Block, visitor: OsmVisitor): void {
  const { reader } = block;
  for (const { start, end } of block.groups) {
    reader.pos = start;
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field > 4) continue;
      const messageEnd = reader.readVarint() + reader.pos;
      visitors[field - 1](block, messageEnd, visitor);
      reader.pos = messageEnd;
    }
  }
}

/**
 * Maximum number of bytes of a block's list: more than any writer makes, since all have at most
 * 8,000 elements and 2,000 points of a way.
 */
const maxListBytes = 4 * 1024 * 1024;
/** Maximum number of a block's texts, likewise. */
const maxTexts = 250_000;

/** A packed list of numbers. @throws ImportFileError for one that would fill the memory */
function readList(reader: PbfReader, kind: "unsigned" | "signed" = "unsigned"): number[] {
  const start = reader.pos;
  if (reader.readVarint() > maxListBytes) throw tooLarge();
  reader.pos = start;
  return kind === "signed" ? reader.readPackedSVarint() : reader.readPackedVarint();
}

function tooLarge(): ImportFileError {
  return new ImportFileError("One of its blocks holds more than the format allows.");
}

const visitors = [visitNode, visitDenseNodes, visitWay, visitRelation];

/** A single node: rare, since files have nearly all as dense nodes. */
function visitNode(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { reader, strings } = block;
  let [id, latitude, longitude] = [0, 0, 0];
  let keys: number[] = [];
  let values: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readSVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) latitude = reader.readSVarint();
    else if (field === 9) longitude = reader.readSVarint();
  }
  const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
  visitor.position?.(id, longitudeE7, latitudeE7);
  if (keys.length > 0) {
    visitor.node?.(id, longitudeE7 / 1e7, latitudeE7 / 1e7, strings.tags(keys, values));
  }
}

/** Nodes as parallel lists of differences; their tags follow each other, a 0 after each node's. */
function visitDenseNodes(block: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.position && !visitor.node) return;
  const { ids, latitudes, longitudes, tags } = readLists(block, end);
  if (latitudes.length !== ids.length || longitudes.length !== ids.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  let [id, latitude, longitude, tagAt] = [0, 0, 0, 0];
  for (let index = 0; index < ids.length; index++) {
    id += ids[index];
    latitude += latitudes[index];
    longitude += longitudes[index];
    const [longitudeE7, latitudeE7] = [block.longitudeE7(longitude), block.latitudeE7(latitude)];
    visitor.position?.(id, longitudeE7, latitudeE7);
    const tagEnd = tags.length === 0 ? 0 : tags.indexOf(0, tagAt);
    if (tagEnd < 0) throw new ImportFileError("One of its blocks is damaged.");
    if (visitor.node && tagEnd > tagAt) {
      const read = readTags(block, tags, tagAt, tagEnd);
      visitor.node(id, longitudeE7 / 1e7, latitudeE7 / 1e7, read);
    }
    tagAt = tagEnd + 1;
  }
}

function readLists({ reader }: Block, end: number) {
  let ids: number[] = [];
  let latitudes: number[] = [];
  let longitudes: number[] = [];
  /** Key, value, key, value, 0, … */
  let tags: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) ids = readList(reader, "signed");
    else if (field === 8) latitudes = readList(reader, "signed");
    else if (field === 9) longitudes = readList(reader, "signed");
    else if (field === 10) tags = readList(reader);
  }
  return { ids, latitudes, longitudes, tags };
}

function readTags(
  { strings }: Block,
  tags: readonly number[],
  start: number,
  end: number,
): OsmTags {
  const pairs = tags.slice(start, end);
  const keys = pairs.filter((_, index) => index % 2 === 0);
  return strings.tags(
    keys,
    pairs.filter((_, index) => index % 2 === 1),
  );
}

function visitWay({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.way) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let refs: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) refs = readList(reader, "signed");
  }
  visitor.way(id, fromDifferences(refs), strings.tags(keys, values));
}

function visitRelation({ reader, strings }: Block, end: number, visitor: OsmVisitor): void {
  if (!visitor.relation) return;
  let id = 0;
  let keys: number[] = [];
  let values: number[] = [];
  let roles: number[] = [];
  let memberIds: number[] = [];
  let kinds: number[] = [];
  for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
    if (field === 1) id = reader.readVarint();
    else if (field === 2) keys = readList(reader);
    else if (field === 3) values = readList(reader);
    else if (field === 8) roles = readList(reader);
    else if (field === 9) memberIds = readList(reader, "signed");
    else if (field === 10) kinds = readList(reader);
  }
  if (roles.length !== memberIds.length || kinds.length !== memberIds.length) {
    throw new ImportFileError("One of its blocks is damaged.");
  }
  const members = fromDifferences(memberIds).map((member, index) => ({
    kind: osmKinds[kinds[index]],
    id: member,
    role: strings.at(roles[index]),
  }));
  visitor.relation(id, members, strings.tags(keys, values));
}

/** Decodes a list of differences, in place. */
function fromDifferences(numbers: number[]): number[] {
  for (let index = 1; index < numbers.length; index++) numbers[index] += numbers[index - 1];
  return numbers;
}

/** One unpacked block of the file (a `PrimitiveBlock`), its groups not read yet. */
export interface Block {
  readonly reader: PbfReader;
  readonly strings: StringTable;
  /** Ranges of the groups of elements. */
  readonly groups: readonly { readonly start: number; readonly end: number }[];
  /** Conversion of a block's positions to units of 1e-7 degrees. */
  readonly longitudeE7: (number: number) => number;
  readonly latitudeE7: (number: number) => number;
}

/** @throws ImportFileError where it is not such a block */
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

/** Texts of one block, each decoded at its first use: most are never used. */
class StringTable {
  readonly #bytes: Uint8Array[] = [];
  readonly #texts: string[] = [];

  /** The reader is at a `StringTable` message. */
  constructor(reader: PbfReader) {
    const end = reader.readVarint() + reader.pos;
    while (reader.nextField(end)) {
      if (this.#bytes.push(reader.readBytes()) > maxTexts) throw tooLarge();
    }
  }

  at(index: number): string {
    const bytes = this.#bytes[index];
    if (bytes === undefined)
      throw new ImportFileError("One of its blocks refers to a text it lacks.");
    // The database stores no NUL.
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
