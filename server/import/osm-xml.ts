import { basename } from "node:path";
import sax from "sax";
import { ImportFileError } from "./import-file-error.ts";
import { type OsmKind, type OsmMember, osmKinds } from "./osm-element.ts";
import type { BoundsE7, OnProgress } from "./pbf/osm-pbf-file.ts";
import { readUnpacked, UnpackError } from "./read-unpacked.ts";

/** Element of OpenStreetMap's XML. */
export interface XmlElement {
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
  readonly members: OsmMember[];
  /** Position of a way or relation, or what is known for one: Overpass's `out center` and `out geom`. */
  readonly shape: XmlShape;
}

interface XmlPoint {
  readonly lon: number;
  readonly lat: number;
}

/** As in the JSON of Overpass; `geometry` is empty where the file lacks it. */
interface XmlShape {
  center?: XmlPoint;
  readonly geometry: XmlPoint[];
  readonly members: { readonly role: string; readonly geometry: XmlPoint[] }[];
  bounds?: Record<"minlon" | "minlat" | "maxlon" | "maxlat", number>;
}

type Attributes = Readonly<Record<string, string>>;

/** Reader of a file. */
export interface XmlListener {
  onElement(element: XmlElement): void;
  /** Called for the root, and for each tag beside the elements: `bounds`, `meta`, `note`, `remark`. */
  onOther(name: string, attributes: Attributes): void;
  /** Called for the text of such a tag. */
  onText(name: string, text: string): void;
}

/** Maximum distance between two tags, in letters of the file. */
const maxTagLength = 1 << 20;
/**
 * Maximum length of an element with its parts, in letters: OpenStreetMap's largest relations have some 2 million, and
 * ten times as many with the points of their members.
 */
const maxElementLength = 1 << 25;
/** Maximum number of open tags; the format has four. */
const maxDepth = 16;

/**
 * Reads a file of OpenStreetMap's XML to its end, plain or packed with gzip or bzip2, whatever its name.
 *
 * @throws ImportFileError, with the file and the line, for one that is invalid, cut off or damaged
 */
export async function readOsmXml(
  path: string,
  listener: XmlListener,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const parser = new XmlParser(listener);
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

/** Streaming parser. */
class XmlParser {
  readonly #parser = sax.parser(true);
  readonly #listener: XmlListener;
  /** Names of the open tags. */
  readonly #path: string[] = [];
  #element: XmlElement | null = null;
  #lastTag = 0;
  #elementStart = 0;
  #hasRoot = false;

  constructor(listener: XmlListener) {
    this.#listener = listener;
    const parser = this.#parser;
    parser.onopentag = ({ name, attributes }) => this.#open(name, attributes as Attributes);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => {
      if (this.#path.length === 2 && this.#element === null) listener.onText(this.#path[1], text);
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
    if (!this.#hasRoot) refuseXml("it is empty.");
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
    if (depth === 0) this.#openRoot(name, attributes);
    else if (depth === 1) this.#openElement(name, attributes);
    else if (depth === 2) this.#addPart(name, attributes);
    else if (depth === 3) this.#addPoint(name, attributes);
  }

  #openRoot(name: string, attributes: Attributes): void {
    this.#hasRoot = true;
    if (name !== "osm") refuseXml(`it begins with <${name}>, OpenStreetMap's data with <osm>.`);
    this.#listener.onOther(name, attributes);
  }

  #close(): void {
    this.#lastTag = this.#parser.position;
    this.#path.pop();
    if (this.#path.length !== 1 || this.#element === null) return;
    this.#listener.onElement(this.#element);
    this.#element = null;
  }

  #openElement(name: string, attributes: Attributes): void {
    const kind = osmKinds.find((known) => known === name);
    if (kind === undefined) {
      this.#listener.onOther(name, attributes);
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
      shape: { geometry: [], members: [] },
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
      if (attributes.lat !== undefined) element.shape.geometry.push(pointIn(attributes));
    } else if (name === "member" && element.kind === "relation") {
      const { type } = attributes;
      const kind =
        osmKinds.find((known) => known === type) ?? refuseXml(`type="${type}" is not known.`);
      const id = idIn(attributes, "ref");
      const role = attributes.role ?? "";
      element.members.push({ kind, id, role });
      element.shape.members.push({ role, geometry: [] });
    } else if (name === "center") element.shape.center = pointIn(attributes);
    else if (name === "bounds") {
      const [minlon, minlat, maxlon, maxlat] = boundsIn(attributes).map((side) => side / 1e7);
      element.shape.bounds = { minlon, minlat, maxlon, maxlat };
    }
  }

  /** Adds a point of a member. */
  #addPoint(name: string, attributes: Attributes): void {
    const member = this.#element?.shape.members.at(-1);
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
export function boundsIn(attributes: Attributes): BoundsE7 {
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
