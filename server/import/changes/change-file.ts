import { createReadStream, readFileSync } from "node:fs";
import { basename } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import sax from "sax";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { type OsmKind, type OsmMember, osmKinds } from "#server/import/osm-element.ts";
import type { PbfNode, PbfRelation, PbfWay } from "#server/import/pbf/osm-pbf-writer.ts";

/** Result of a change for an element. */
export interface Change<Element> {
  /** Version of the element in OpenStreetMap; 0 where the file lacks it. */
  readonly version: number;
  /** The element after the change; null where it was deleted. */
  readonly element: Element | null;
}

/** Last change of each element, by its id. */
export interface Changes {
  readonly node: Map<number, Change<PbfNode>>;
  readonly way: Map<number, Change<PbfWay>>;
  readonly relation: Map<number, Change<PbfRelation>>;
}

/** Change file of OpenStreetMap (`.osc`, `.osc.gz`), parsed. */
export interface ChangeFile {
  readonly path: string;
  readonly changes: Changes;
  /**
   * Time up to which it is complete: its state's, else that of its newest change; null where
   * neither has one.
   */
  readonly dataAt: Date | null;
  /** Number in the provider's series, by the state; null without. */
  readonly sequence: number | null;
}

/**
 * Limit of the elements, their tags, nodes and members in the change files of one run, which are in
 * memory: the changes of a day in all of Europe have fewer.
 */
const maxParts = 10_000_000;
/** Maximum distance between two tags, in letters of the file. */
const maxTagLength = 1 << 20;

/** Whether the name is that of a change file. */
export function isChangeFile(path: string): boolean {
  return /\.osc(\.gz)?$/i.test(path);
}

/**
 * Reads change files, and the state of each where it is beside it (`321.state.txt` beside
 * `321.osc.gz`).
 *
 * @returns the files in the order of their times
 * @throws ImportFileError, with the file and the line, for one that is invalid, cut off or damaged
 */
export async function readChangeFiles(paths: readonly string[]): Promise<ChangeFile[]> {
  const files: ChangeFile[] = [];
  let parts = 0;
  for (const path of paths) {
    const reader = new ChangeReader(maxParts - parts);
    await readXml(path, reader);
    parts += reader.parts;
    const { sequence, dataAt } = readState(path);
    files.push({ path, changes: reader.changes, sequence, dataAt: dataAt ?? reader.newest });
  }
  return files.toSorted((one, other) => orderOf(one, other) || 0);
}

function orderOf(one: ChangeFile, other: ChangeFile): number {
  if (one.sequence !== null && other.sequence !== null) return one.sequence - other.sequence;
  if (one.dataAt === null || other.dataAt === null) return 0;
  return one.dataAt.getTime() - other.dataAt.getTime();
}

/**
 * Joins the changes of files: of one element the highest version counts, of equal versions the
 * later file's.
 */
export function joinChanges(files: readonly Pick<ChangeFile, "changes">[]): Changes {
  const [first, ...others] = files;
  for (const { changes } of others) {
    for (const [id, change] of changes.node) putChange(first.changes.node, id, change);
    for (const [id, change] of changes.way) putChange(first.changes.way, id, change);
    for (const [id, change] of changes.relation) putChange(first.changes.relation, id, change);
  }
  return first.changes;
}

function putChange<Element>(
  known: Map<number, Change<Element>>,
  id: number,
  change: NoInfer<Change<Element>>,
): void {
  const before = known.get(id);
  if (before === undefined || change.version >= before.version) known.set(id, change);
}

/** Reads a file to its end; an error names the line. */
async function readXml(path: string, reader: ChangeReader): Promise<void> {
  const isPacked = /\.gz$/i.test(path);
  try {
    await pipeline(
      createReadStream(path),
      isPacked ? createGunzip() : new PassThrough(),
      async (chunks: AsyncIterable<Uint8Array>) => {
        const decoder = new TextDecoder("utf-8", { fatal: true });
        for await (const chunk of chunks) reader.write(decoder.decode(chunk, { stream: true }));
        reader.write(decoder.decode());
        reader.close();
      },
    );
  } catch (cause) {
    throw new ImportFileError(`${basename(path)}, line ${reader.line}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ChangeError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "Z_BUF_ERROR") return "it is cut off.";
  if (code === "Z_DATA_ERROR") return "it is damaged, or not packed with gzip.";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not in UTF-8.";
  throw error;
}

/** Error in a change file, without its line. */
class ChangeError extends Error {}

/** Provider's state of a change file: its number and time. */
function readState(path: string): Pick<ChangeFile, "sequence" | "dataAt"> {
  const statePath = path.replace(/\.osc(\.gz)?$/i, ".state.txt");
  let text: string;
  try {
    text = readFileSync(statePath, "utf8");
  } catch {
    return { sequence: null, dataAt: null };
  }
  const sequence = /^sequenceNumber=(\d{1,15})\s*$/m.exec(text)?.[1];
  // A colon is escaped, as in files of properties.
  const timestamp = /^timestamp=(\S+)/m.exec(text)?.[1].replaceAll("\\", "");
  const dataAt = new Date(timestamp ?? "");
  if (sequence === undefined || Number.isNaN(dataAt.getTime())) {
    throw new ImportFileError(
      `${basename(statePath)} is not the state of a change file: it has no sequenceNumber or no timestamp.`,
    );
  }
  return { sequence: Number(sequence), dataAt };
}

const actions: ReadonlySet<string> = new Set(["create", "modify", "delete"]);

type Attributes = Readonly<Record<string, string>>;

/** Element being parsed. */
interface OpenElement {
  readonly kind: OsmKind;
  readonly id: number;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly longitudeE7: number;
  readonly latitudeE7: number;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly members: OsmMember[];
}

/** Streaming parser of the format of change files (`<osmChange>`). */
class ChangeReader {
  readonly changes: Changes = { node: new Map(), way: new Map(), relation: new Map() };
  readonly #parser = sax.parser(true);
  readonly #maxParts: number;
  /** Names of the open tags. */
  readonly #path: string[] = [];
  #element: OpenElement | null = null;
  #newestMs = Number.NEGATIVE_INFINITY;
  #lastTag = 0;
  #hasRoot = false;
  parts = 0;

  constructor(maxParts: number) {
    this.#maxParts = maxParts;
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes as Attributes);
    parser.onclosetag = () => this.#close();
    // A document type is never needed, and its entities can grow without limit.
    parser.ondoctype = () => refuse("a document type is not allowed in a change file.");
    parser.onerror = ({ message }) => refuse(`it is not well-formed: ${message.split("\n")[0]}.`);
  }

  /** Current line, from 1 on. */
  get line(): number {
    return this.#parser.line + 1;
  }

  /** Time of the newest change; null where none has one. */
  get newest(): Date | null {
    return Number.isFinite(this.#newestMs) ? new Date(this.#newestMs) : null;
  }

  write(text: string): void {
    if (text === "") return;
    this.#parser.write(text);
    if (this.#parser.position - this.#lastTag > maxTagLength) refuse("it has a tag without end.");
  }

  close(): void {
    this.#parser.close();
    if (!this.#hasRoot) refuse("it is empty.");
  }

  #open(name: string, attributes: Attributes): void {
    this.#lastTag = this.#parser.position;
    const depth = this.#path.length;
    this.#path.push(name);
    if (depth === 0) {
      this.#hasRoot = true;
      if (name !== "osmChange") refuse(`it begins with <${name}>, a change file with <osmChange>.`);
    } else if (depth === 1) {
      // Some programs write the bounds first.
      if (!actions.has(name) && name !== "bounds") refuse(`<${name}> is not known there.`);
    } else if (depth === 2) this.#openElement(name, attributes);
    else if (depth === 3) this.#addPart(name, attributes);
  }

  #close(): void {
    this.#lastTag = this.#parser.position;
    this.#path.pop();
    if (this.#path.length === 2) this.#keepElement();
  }

  #openElement(name: string, attributes: Attributes): void {
    const kind =
      osmKinds.find((known) => known === name) ?? refuse(`<${name}> is not known there.`);
    this.#countPart();
    const isDeleted = this.#path[1] === "delete" || attributes.visible === "false";
    const isPoint = kind === "node" && !isDeleted;
    this.#element = {
      kind,
      id: idIn(attributes, "id"),
      version: attributes.version === undefined ? 0 : idIn(attributes, "version"),
      isDeleted,
      longitudeE7: isPoint ? degreesIn(attributes, "lon", 180) : 0,
      latitudeE7: isPoint ? degreesIn(attributes, "lat", 90) : 0,
      tags: {},
      refs: [],
      members: [],
    };
    if (attributes.timestamp === undefined) return;
    const timeMs = Date.parse(attributes.timestamp);
    if (Number.isNaN(timeMs)) refuse(`timestamp="${attributes.timestamp}" is not a time.`);
    this.#newestMs = Math.max(this.#newestMs, timeMs);
  }

  #addPart(name: string, attributes: Attributes): void {
    const element = this.#element;
    if (element === null || element.isDeleted) return;
    if (name === "tag") {
      // A key such as __proto__ is a key too.
      const [key, value] = [attributes.k ?? "", attributes.v ?? ""];
      Object.defineProperty(element.tags, key, { value, enumerable: true, configurable: true });
    } else if (name === "nd" && element.kind === "way") element.refs.push(idIn(attributes, "ref"));
    else if (name === "member" && element.kind === "relation") {
      const { type } = attributes;
      const kind =
        osmKinds.find((known) => known === type) ?? refuse(`type="${type}" is not known.`);
      element.members.push({ kind, id: idIn(attributes, "ref"), role: attributes.role ?? "" });
    } else return;
    this.#countPart();
  }

  #keepElement(): void {
    if (this.#element === null) return;
    const { kind, id, version, isDeleted, longitudeE7, latitudeE7, ...lists } = this.#element;
    const { tags, refs, members } = lists;
    this.#element = null;
    if (kind === "node") {
      const element = isDeleted ? null : { id, longitudeE7, latitudeE7, tags };
      putChange(this.changes.node, id, { version, element });
    } else if (kind === "way") {
      putChange(this.changes.way, id, { version, element: isDeleted ? null : { id, refs, tags } });
    } else {
      const element = isDeleted ? null : { id, members, tags };
      putChange(this.changes.relation, id, { version, element });
    }
  }

  #countPart(): void {
    this.parts++;
    if (this.parts > this.#maxParts) {
      refuse(
        `the change files have more than ${maxParts} parts: give fewer files at once, or import a newer extract.`,
      );
    }
  }
}

function idIn(attributes: Attributes, name: string): number {
  const text = attributes[name];
  // Exact to 2^53. Programs number elements that are not uploaded yet below 0.
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    return refuse(`${name}="${text ?? ""}" is not a number of OpenStreetMap's.`);
  }
  return Number(text);
}

/** Attribute of degrees in units of 1e-7 degrees. */
function degreesIn(attributes: Attributes, name: string, limit: number): number {
  const text = attributes[name];
  const degrees = /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text ?? "") ? Number(text) : Number.NaN;
  if (!(Math.abs(degrees) <= limit)) return refuse(`${name}="${text ?? ""}" is not a position.`);
  return Math.round(degrees * 1e7);
}

function refuse(message: string): never {
  throw new ChangeError(message);
}
