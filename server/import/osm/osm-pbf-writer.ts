import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  type OsmKind,
  type OsmMember,
  type OsmTags,
  type OsmVisitor,
  osmKinds,
} from "#server/import/osm-element.ts";
import type { OnProgress, OsmPbfFile, PbfHeader } from "./osm-pbf-file.ts";

/** Node as a file has it; position in units of 1e-7 degrees. */
export interface PbfNode {
  readonly id: number;
  readonly longitudeE7: number;
  readonly latitudeE7: number;
  readonly tags: OsmTags;
}

export interface PbfWay {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: OsmTags;
}

export interface PbfRelation {
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags;
}

/** Elements of a block, as the format advises. */
const blockElements = 8000;
/** Maximum of a block's content in bytes, by the estimate here: half of what the format advises. */
const blockBytes = 8 * 1024 * 1024;

/**
 * Writer of a `.osm.pbf` file, block by block, for elements in order of kind and id; authors and times are left out.
 * Disposing it closes the file.
 */
export class OsmPbfWriter implements Disposable {
  readonly #file: number;
  #block: OpenBlock | null = null;

  /** @param features that a reader of the file must support, in addition to those of every file */
  constructor(path: string, header: Partial<PbfHeader> = {}, features: readonly string[] = []) {
    this.#file = openSync(path, "w");
    this.#writeBlob("OSMHeader", headerContent(header, features));
  }

  node(node: PbfNode): void {
    this.#blockFor("node").nodes.push(node);
    this.#count(32, node.tags);
  }

  way({ id, refs, tags }: PbfWay): void {
    const { group, text } = this.#blockFor("way");
    group.writeMessage(3, writeWay, { id, refs, tags, text });
    this.#count(16 + refs.length * 10, tags);
  }

  relation({ id, members, tags }: PbfRelation): void {
    const { group, text } = this.#blockFor("relation");
    group.writeMessage(4, writeRelation, { id, members, tags, text });
    const roleLetters = members.reduce((letters, { role }) => letters + role.length, 0);
    this.#count(16 + members.length * 24 + roleLetters * maxLetterBytes, tags);
  }

  /** Copies a block of another file unchanged, after the elements so far. */
  copy(packed: Uint8Array): void {
    this.#endBlock();
    this.#writePacked("OSMData", packed);
  }

  /** Ends the last block. A file without this call lacks it. */
  finish(): void {
    this.#endBlock();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #blockFor(kind: OsmKind): OpenBlock {
    if (this.#block?.kind !== kind) this.#endBlock();
    this.#block ??= new OpenBlock(kind);
    return this.#block;
  }

  #count(bytes: number, tags: OsmTags): void {
    const block = this.#block!;
    block.count++;
    block.bytes += bytes;
    for (const key in tags) block.bytes += (key.length + tags[key].length) * maxLetterBytes + 8;
    if (block.count >= blockElements || block.bytes >= blockBytes) this.#endBlock();
  }

  #endBlock(): void {
    if (this.#block) this.#writeBlob("OSMData", this.#block.content());
    this.#block = null;
  }

  #writeBlob(type: string, content: Uint8Array): void {
    const body = new PbfWriter();
    body.writeVarintField(2, content.length);
    body.writeBytesField(3, deflateSync(content));
    this.#writePacked(type, body.finish());
  }

  #writePacked(type: string, packed: Uint8Array): void {
    const header = new PbfWriter();
    header.writeStringField(1, type);
    header.writeVarintField(3, packed.length);
    const headerBytes = header.finish();
    const length = Buffer.alloc(4);
    length.writeUInt32BE(headerBytes.length);
    for (const part of [length, headerBytes, packed]) writeFully(this.#file, part);
  }
}

const encoder = new TextEncoder();

/** Maximum number of bytes of a letter, in UTF-8 by UTF-16's units. */
const maxLetterBytes = 3;

/** A write may be partial. */
function writeFully(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function headerContent(header: Partial<PbfHeader>, features: readonly string[]): Uint8Array {
  const { bounds, dataAt } = header;
  const writer = new PbfWriter();
  if (bounds) {
    const [west, south, east, north] = bounds;
    writer.writeMessage(
      1,
      // Nanodegrees.
      (sides: readonly number[], box) => {
        for (const [at, side] of sides.entries()) box.writeSVarintField(at + 1, side * 100);
      },
      [west, east, north, south],
    );
  }
  for (const feature of ["OsmSchema-V0.6", "DenseNodes", ...features]) {
    writer.writeStringField(4, feature);
  }
  writer.writeStringField(5, "Sort.Type_then_ID");
  writer.writeStringField(16, "Mosdó");
  if (dataAt) writer.writeVarintField(32, Math.floor(dataAt.getTime() / 1000));
  return writer.finish();
}

/** Number of a text in the block's table. */
type NumberOfText = (text: string) => number;

/** Block being filled: elements of one kind. */
class OpenBlock {
  readonly kind: OsmKind;
  readonly group = new PbfWriter();
  /** Written at the end: dense nodes are parallel lists. */
  readonly nodes: PbfNode[] = [];
  count = 0;
  bytes = 0;
  /** Numbers from 1 on: a 0 among the tags of dense nodes ends a node's. */
  readonly #texts = new Map<string, number>();

  constructor(kind: OsmKind) {
    this.kind = kind;
  }

  readonly text: NumberOfText = (text) => {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.size + 1;
    this.#texts.set(text, number);
    return number;
  };

  content(): Uint8Array {
    const { nodes, group, text } = this;
    if (nodes.length > 0) group.writeMessage(2, writeDenseNodes, { nodes, text });
    const writer = new PbfWriter();
    writer.writeMessage(
      1,
      (texts: Iterable<string>, table) => {
        // The package's own writer of texts changes letters beyond U+1FFFF.
        for (const entry of texts) table.writeBytesField(1, encoder.encode(entry));
      },
      ["", ...this.#texts.keys()],
    );
    writer.writeBytesField(2, group.finish());
    return writer.finish();
  }
}

function writeDenseNodes(
  { nodes, text }: { readonly nodes: readonly PbfNode[]; readonly text: NumberOfText },
  writer: PbfWriter,
): void {
  const tags: number[] = [];
  let isTagged = false;
  for (const node of nodes) {
    for (const key in node.tags) {
      tags.push(text(key), text(node.tags[key]));
      isTagged = true;
    }
    tags.push(0);
  }
  writer.writePackedSVarint(1, differences(nodes.map(({ id }) => id)));
  writer.writePackedSVarint(8, differences(nodes.map(({ latitudeE7 }) => latitudeE7)));
  writer.writePackedSVarint(9, differences(nodes.map(({ longitudeE7 }) => longitudeE7)));
  if (isTagged) writer.writePackedVarint(10, tags);
}

function writeWay(
  { id, refs, tags, text }: PbfWay & { readonly text: NumberOfText },
  writer: PbfWriter,
): void {
  writer.writeVarintField(1, id);
  writeTags(tags, text, writer);
  writer.writePackedSVarint(8, differences(refs));
}

function writeRelation(
  { id, members, tags, text }: PbfRelation & { readonly text: NumberOfText },
  writer: PbfWriter,
): void {
  writer.writeVarintField(1, id);
  writeTags(tags, text, writer);
  const roles = members.map(({ role }) => text(role));
  const kinds = members.map(({ kind }) => osmKinds.indexOf(kind));
  writer.writePackedVarint(8, roles);
  writer.writePackedSVarint(9, differences(members.map((member) => member.id)));
  writer.writePackedVarint(10, kinds);
}

function writeTags(tags: OsmTags, text: NumberOfText, writer: PbfWriter): void {
  writer.writePackedVarint(2, Object.keys(tags).map(text));
  writer.writePackedVarint(3, Object.values(tags).map(text));
}

function differences(numbers: readonly number[]): number[] {
  return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}

/** Maximum number of elements of a kind, which bounds time and memory. */
const maxElements = 2_000_000;
/** Number of elements in memory at once; the file is read once for each time so many of a kind. */
const elementsAtOnce = 250_000;

/**
 * Writes the elements of a file sorted by kind and id. Of an element that comes several times the last one with
 * tags counts, since programs write it once more without them, for the nodes of its ways.
 *
 * @throws ImportFileError where it has too many elements
 */
export async function sortOsmPbf(
  file: OsmPbfFile,
  target: string,
  onProgress: OnProgress = () => {},
  limit = maxElements,
): Promise<void> {
  using writer = new OsmPbfWriter(target, file.header);
  const job = (at: number) => ({
    file,
    limit,
    onProgress: (share: number) => onProgress((at + share) / osmKinds.length),
  });
  await sortKind(job(0), nodesOf, (node) => writer.node(node));
  await sortKind(job(1), waysOf, (way) => writer.way(way));
  await sortKind(job(2), relationsOf, (relation) => writer.relation(relation));
  writer.finish();
}

interface SortJob {
  readonly file: OsmPbfFile;
  readonly limit: number;
  readonly onProgress: OnProgress;
}

type VisitorOf<Element> = (put: (element: Element) => void) => OsmVisitor;

/** A node is put as a point first, and then once more with its tags, if it has any. */
const nodesOf: VisitorOf<PbfNode> = (put) => {
  let point: PbfNode;
  return {
    position(id, longitudeE7, latitudeE7) {
      point = { id, longitudeE7, latitudeE7, tags: {} };
      put(point);
    },
    node: (_id, _longitude, _latitude, tags) => put({ ...point, tags }),
  };
};

const waysOf: VisitorOf<PbfWay> = (put) => ({ way: (id, refs, tags) => put({ id, refs, tags }) });

const relationsOf: VisitorOf<PbfRelation> = (put) => ({
  relation: (id, members, tags) => put({ id, members, tags }),
});

async function sortKind<Element extends { readonly id: number; readonly tags: OsmTags }>(
  { file, limit, onProgress }: SortJob,
  visitorOf: VisitorOf<Element>,
  write: (element: Element) => void,
): Promise<void> {
  const ids: number[] = [];
  await file.visit(
    visitorOf(({ id }) => {
      if (id === ids.at(-1)) return;
      if (ids.length === limit) throw tooMany(limit);
      ids.push(id);
    }),
  );
  const sorted = Float64Array.from(ids).sort();
  for (let at = 0; at < sorted.length; at += elementsAtOnce) {
    const [from, to = Number.POSITIVE_INFINITY] = [sorted[at], sorted.at(at + elementsAtOnce)];
    const elements = new Map<number, Element>();
    await file.visit(
      visitorOf((element) => {
        const { id, tags } = element;
        if (id < from || id >= to) return;
        const known = elements.get(id);
        if (known === undefined || hasTags(tags) || !hasTags(known.tags)) elements.set(id, element);
      }),
      (share) => onProgress((at + share * elementsAtOnce) / (sorted.length + elementsAtOnce)),
    );
    for (const id of [...elements.keys()].sort((one, other) => one - other)) {
      write(elements.get(id)!);
    }
  }
  onProgress(1);
}

function hasTags(tags: OsmTags): boolean {
  return Object.keys(tags).length > 0;
}

function tooMany(limit: number): ImportFileError {
  return new ImportFileError(
    `Its elements are not sorted by kind and id, and it has more than ${limit} of a kind, too many to be sorted here: sort it with \`osmium sort\` and import the result.`,
  );
}
