import { renameSync } from "node:fs";
import { basename } from "node:path";
import sax from "sax";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { isToilets } from "#server/import/is-toilets.ts";
import { type OsmKind, type OsmMember, osmKinds } from "#server/import/osm-element.ts";
import { type BoundsE7, type OnProgress, OsmPbfFile, type PbfHeader } from "./osm-pbf-file.ts";
import { OsmPbfWriter } from "./osm-pbf-writer.ts";
import { overpassPosition } from "./read-json-file.ts";
import { readUnpacked, UnpackError } from "./read-unpacked.ts";

export interface XmlContents {
  /** Reason why the file is not complete, in its own text; null for a complete file. */
  readonly incomplete: string | null;
  /** Positions of ways and relations that may be toilets, where the file has them: by type and id. */
  readonly positions: ReadonlyMap<string, Coordinates>;
  /** Number of nodes without a position, which are not written. */
  readonly unplaced: number;
}

/**
 * Writes OpenStreetMap's data in XML as a `.osm.pbf` file, in the order of the file. Elements that are deleted, or
 * not in OpenStreetMap yet, as editors save them, are left out. A file without a date has that of its newest element.
 *
 * @throws ImportFileError, with the file and the line, where it is invalid, cut off or damaged
 */
export async function writePbfOfXml(
  path: string,
  target: string,
  onProgress: OnProgress,
): Promise<XmlContents> {
  let writer: OsmPbfWriter | null = null;
  let newestMs = Number.NEGATIVE_INFINITY;
  let unplaced = 0;
  const positions = new Map<string, Coordinates>();
  const parser = new XmlParser((element) => {
    writer ??= new OsmPbfWriter(target, parser.header);
    const { kind, id, isDeleted, timeMs, tags } = element;
    newestMs = Math.max(newestMs, timeMs ?? newestMs);
    if (isDeleted || !isUploaded(element)) return;
    if (Number.isNaN(element.latitudeE7)) unplaced++;
    else writeElement(writer, element);
    const position = isToilets(tags) && kind !== "node" ? overpassPosition(element) : null;
    if (position !== null) positions.set(`${kind}/${id}`, position);
  });
  try {
    await parseFile(path, parser, onProgress);
    writer ??= new OsmPbfWriter(target, parser.header);
    writer.finish();
    if (!parser.header.dataAt && Number.isFinite(newestMs)) {
      await copyWithHeader(target, { ...parser.header, dataAt: new Date(newestMs) });
    }
    return { incomplete: parser.remark.trim() || null, positions, unplaced };
  } finally {
    writer?.[Symbol.dispose]();
  }
}

function isUploaded({ id }: { readonly id: number }): boolean {
  return id > 0;
}

function writeElement(writer: OsmPbfWriter, element: XmlElement): void {
  const { kind, refs, members, ...rest } = element;
  if (kind === "node") writer.node(rest);
  else if (kind === "way") writer.way({ ...rest, refs: refs.filter((ref) => ref > 0) });
  else writer.relation({ ...rest, members: members.filter(isUploaded) });
}

/** Gives a file another header. */
async function copyWithHeader(path: string, header: Partial<PbfHeader>): Promise<void> {
  const copy = `${path}.copy`;
  {
    await using file = await OsmPbfFile.open(path);
    using writer = new OsmPbfWriter(copy, header);
    for await (const { packed } of file.blocks()) writer.copy(packed);
    writer.finish();
  }
  renameSync(copy, path);
}

/** The smallest box around both: an editor saves one for each download. */
function join(box: BoundsE7 | null | undefined, other: BoundsE7): BoundsE7 {
  if (!box) return other;
  const [west, south, east, north] = other;
  return [
    Math.min(box[0], west),
    Math.min(box[1], south),
    Math.max(box[2], east),
    Math.max(box[3], north),
  ];
}

interface XmlPoint {
  readonly lon: number;
  readonly lat: number;
}

/** Element of OpenStreetMap's XML, with the parts of its shape as in the JSON of Overpass (`out center`, `out geom`). */
interface XmlElement {
  readonly kind: OsmKind;
  /** Negative for an element that is not in OpenStreetMap yet. */
  readonly id: number;
  /** Whether it has been deleted, or is to be. */
  readonly isDeleted: boolean;
  /** Time of the version; null where the file lacks it. */
  readonly timeMs: number | null;
  /** Position of a node that is not deleted, in units of 1e-7 degrees; NaN where the file lacks it, 0 for others. */
  readonly longitudeE7: number;
  readonly latitudeE7: number;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly members: (OsmMember & { readonly geometry: XmlPoint[] })[];
  /** Points of a way; empty where the file lacks them. */
  readonly geometry: XmlPoint[];
  center?: XmlPoint;
  bounds?: Record<"minlon" | "minlat" | "maxlon" | "maxlat", number>;
}

type Attributes = Readonly<Record<string, string>>;

/** Maximum distance between two tags, in letters of the file. */
const maxTagLength = 1 << 20;
/**
 * Maximum length of an element with its parts, in letters: OpenStreetMap's largest relations have some 2 million, and
 * ten times as many with the points of their members.
 */
const maxElementLength = 1 << 25;
/** Maximum number of open tags; the format has four. */
const maxDepth = 16;

/** Reads a file to its end, plain or packed with gzip or bzip2, whatever its name. */
async function parseFile(path: string, parser: XmlParser, onProgress: OnProgress): Promise<void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const write = (chunk: Uint8Array) => parser.write(decoder.decode(chunk, { stream: true }));
  try {
    await readUnpacked(path, write, onProgress);
    parser.write(decoder.decode());
    parser.close();
  } catch (cause) {
    throw new ImportFileError(`${basename(path)}, line ${parser.line}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof XmlError) return error.message;
  if (error instanceof UnpackError) return error.message.replace("It", "it");
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "it is not in UTF-8.";
  throw error;
}

/** Error in a file, without its line. */
class XmlError extends Error {}

/** Ends the reading of a file because of its content. @throws */
function refuseXml(message: string): never {
  throw new XmlError(message);
}

class XmlParser {
  /** Header of the file as far as it has been read. */
  header: Partial<PbfHeader> = {};
  /** Overpass's reason for an incomplete file. */
  remark = "";
  readonly #parser = sax.parser(true);
  readonly #onElement: (element: XmlElement) => void;
  /** Names of the open tags. */
  readonly #path: string[] = [];
  #element: XmlElement | null = null;
  #lastTag = 0;
  #elementStart = 0;

  constructor(onElement: (element: XmlElement) => void) {
    this.#onElement = onElement;
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes as Attributes);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => {
      if (this.#path.length === 2 && this.#path[1] === "remark") this.remark += text;
    };
    // A document type is never needed, and its entities can grow without limit.
    parser.ondoctype = () => refuseXml("a document type is not allowed.");
    parser.onerror = ({ message }) =>
      refuseXml(`it is not well-formed: ${message.split("\n")[0]}.`);
  }

  /** Current line, from 1 on. */
  get line(): number {
    return this.#parser.line + 1;
  }

  write(text: string): void {
    if (text === "") return;
    this.#parser.write(text);
    if (this.#parser.position - this.#lastTag > maxTagLength) {
      refuseXml("it has a tag without end.");
    }
  }

  close(): void {
    this.#parser.close();
    if (this.#lastTag === 0) refuseXml("it is empty.");
  }

  #open(name: string, attributes: Attributes): void {
    this.#lastTag = this.#parser.position;
    const depth = this.#path.length;
    this.#path.push(name);
    if (depth === maxDepth) refuseXml(`it has more than ${maxDepth} tags within each other.`);
    if (depth < 2) this.#elementStart = this.#lastTag;
    else if (this.#lastTag - this.#elementStart > maxElementLength) {
      refuseXml("it has an element that is too large.");
    }
    if (depth === 0) {
      if (name !== "osm") refuseXml(`it begins with <${name}>, OpenStreetMap's data with <osm>.`);
      this.#readHeader(name, attributes);
    } else if (depth === 1) this.#openElement(name, attributes);
    else if (depth === 2) this.#addPart(name, attributes);
    else if (depth === 3) this.#addPoint(name, attributes);
  }

  /** Reads the root, or a tag that is not an element: `bounds`, `meta`. */
  #readHeader(name: string, attributes: Attributes): void {
    const { header } = this;
    if (name === "bounds")
      this.header = { ...header, bounds: join(header.bounds, boundsIn(attributes)) };
    const dataAt = new Date(attributes.timestamp ?? attributes.osm_base ?? "");
    if (!Number.isNaN(dataAt.getTime())) this.header = { ...this.header, dataAt };
  }

  #close(): void {
    this.#lastTag = this.#parser.position;
    this.#path.pop();
    if (this.#path.length !== 1 || this.#element === null) return;
    this.#onElement(this.#element);
    this.#element = null;
  }

  #openElement(name: string, attributes: Attributes): void {
    const kind = osmKinds.find((known) => known === name);
    if (kind === undefined) {
      this.#readHeader(name, attributes);
      return;
    }
    // The latter of a file that an editor has saved.
    const isDeleted = attributes.visible === "false" || attributes.action === "delete";
    const isPoint = kind === "node" && !isDeleted;
    const hasPosition = attributes.lat !== undefined || attributes.lon !== undefined;
    const unknown = hasPosition ? null : Number.NaN;
    this.#element = {
      kind,
      id: idIn(attributes, "id"),
      isDeleted,
      timeMs: timeIn(attributes),
      longitudeE7: isPoint ? (unknown ?? degreesIn(attributes, "lon", 180)) : 0,
      latitudeE7: isPoint ? (unknown ?? degreesIn(attributes, "lat", 90)) : 0,
      tags: {},
      refs: [],
      members: [],
      geometry: [],
    };
  }

  #addPart(name: string, attributes: Attributes): void {
    const element = this.#element;
    if (element === null || element.isDeleted) return;
    if (name === "tag") {
      // A key such as __proto__ is a key too.
      const [key, value] = [attributes.k ?? "", attributes.v ?? ""];
      Object.defineProperty(element.tags, key, { value, enumerable: true, configurable: true });
    } else if (name === "nd" && element.kind === "way") {
      element.refs.push(idIn(attributes, "ref"));
      if (attributes.lat !== undefined) element.geometry.push(pointIn(attributes));
    } else if (name === "member" && element.kind === "relation") {
      const { type } = attributes;
      const kind =
        osmKinds.find((known) => known === type) ?? refuseXml(`type="${type}" is not known.`);
      const { role = "" } = attributes;
      element.members.push({ kind, id: idIn(attributes, "ref"), role, geometry: [] });
    } else if (name === "center") element.center = pointIn(attributes);
    else if (name === "bounds") {
      const [minlon, minlat, maxlon, maxlat] = boundsIn(attributes).map((side) => side / 1e7);
      element.bounds = { minlon, minlat, maxlon, maxlat };
    }
  }

  #addPoint(name: string, attributes: Attributes): void {
    const member = this.#element?.members.at(-1);
    if (name === "nd" && attributes.lat !== undefined) member?.geometry.push(pointIn(attributes));
  }
}

/** Programs number elements that are not uploaded yet below 0. */
function idIn(attributes: Attributes, name: string): number {
  const text = attributes[name] ?? "";
  // Exact to 2^53.
  if (!/^-?\d{1,15}$/.test(text))
    return refuseXml(`${name}="${text}" is not a number of OpenStreetMap's.`);
  return Number(text);
}

function timeIn({ timestamp }: Attributes): number | null {
  if (timestamp === undefined) return null;
  const timeMs = Date.parse(timestamp);
  if (Number.isNaN(timeMs)) refuseXml(`timestamp="${timestamp}" is not a time.`);
  return timeMs;
}

function pointIn(attributes: Attributes): XmlPoint {
  const [lonE7, latE7] = [degreesIn(attributes, "lon", 180), degreesIn(attributes, "lat", 90)];
  return { lon: lonE7 / 1e7, lat: latE7 / 1e7 };
}

/** Box in attributes, in units of 1e-7 degrees. */
function boundsIn(attributes: Attributes): BoundsE7 {
  return [
    degreesIn(attributes, "minlon", 180),
    degreesIn(attributes, "minlat", 90),
    degreesIn(attributes, "maxlon", 180),
    degreesIn(attributes, "maxlat", 90),
  ];
}

/** Attribute of degrees in units of 1e-7 degrees. */
function degreesIn(attributes: Attributes, name: string, limit: number): number {
  const text = attributes[name];
  const degrees = /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text ?? "") ? Number(text) : Number.NaN;
  if (!(Math.abs(degrees) <= limit)) return refuseXml(`${name}="${text ?? ""}" is not a position.`);
  return Math.round(degrees * 1e7);
}
