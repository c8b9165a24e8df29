import { hash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import {
  type StreetFeature,
  type StreetLayer,
  streetLayers,
  streetMaxZoom,
} from "./street-map-schema.ts";

/**
 * Points one after the other, x and y in 2^-32 of the square of the Web Mercator world, y downward. Lines have
 * one list, areas one for each ring, points one of a single point.
 */
type Outline = readonly Uint32Array[];

/** Units of the world's width. */
export const worldUnits = 2 ** 32;

/** Box in units of the world. */
export type UnitBox = readonly [west: number, north: number, east: number, south: number];

/** The smallest box around an outline. */
export function boxOf(outline: Outline): UnitBox {
  let [west, north, east, south] = [worldUnits, worldUnits, 0, 0];
  for (const points of outline) {
    for (let at = 0; at < points.length; at += 2) {
      west = Math.min(west, points[at]);
      east = Math.max(east, points[at]);
      north = Math.min(north, points[at + 1]);
      south = Math.max(south, points[at + 1]);
    }
  }
  return [west, north, east, south];
}

/** Units of the world for a position in degrees. */
export function unitsOf(longitude: number, latitude: number): [x: number, y: number] {
  const units = (share: number) => Math.min(worldUnits - 1, Math.round(share * worldUnits));
  return [units(worldX(longitude)), units(worldY(latitude))];
}

/** Feature of the street map with its geometry. */
export interface PlacedFeature extends Omit<StreetFeature, "shape"> {
  /** Unique number across all extracts: the kind and id of its element. */
  readonly id: number;
  readonly type: "point" | "line" | "area";
  readonly outline: Outline;
}

/**
 * Ranges of zooms whose tiles are cut together, from the cells of the first zoom of each. All
 * features of a cell are in memory at once, so cells are small where there are many.
 */
export const bands = [
  { first: 0, last: 7 },
  { first: 8, last: 10 },
  { first: 11, last: streetMaxZoom },
] as const;

export type Band = (typeof bands)[number];

/** Cell of a band: the tile at the band's first zoom. */
export interface Cell {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  /** Last zoom of the tiles that are cut of it. */
  readonly lastZoom: number;
}

/** Bytes of the records in memory before they are written into the files of their cells. */
const bufferBytes = 64 * 1024 * 1024;

/**
 * Margin of a tile in which features are still drawn, as a share of its width: lines are wide,
 * names long.
 */
export const tileMargin = 1 / 32;

interface OpenCell extends Cell {
  /** Of its file, in integers of four bytes. */
  length: number;
  /** Begin and end of each of its records that are not written yet, in integers of the buffer. */
  readonly pending: number[];
}

/** Features by cell, in files of a folder: there may be more of them than memory. */
export class CellStore {
  readonly #folder: string;
  /** Cells of each band, by their numbers in it. */
  readonly #cells = new Map(bands.map((band) => [band, new Map<number, OpenCell>()]));
  /** Records one after the other, each once for all cells that it reaches: there are millions of them. */
  #integers = new Uint32Array(bufferBytes / 4);
  #bytes = Buffer.from(this.#integers.buffer);
  #end = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Adds a feature to each cell that it reaches, of all bands or of one, coarser at lower zooms. */
  add(feature: PlacedFeature, only?: Band): void {
    for (const band of only ? [only] : bands) {
      if (feature.minZoom > band.last) continue;
      const outline = band.last === streetMaxZoom ? feature.outline : coarser(feature, band.last);
      const begin = this.#write(feature, outline);
      for (const [x, y] of tilesAround(boxOf(outline), band.first)) {
        const cell = this.#cellOf(band, x, y);
        cell.length += this.#end - begin;
        cell.pending.push(begin, this.#end);
      }
    }
  }

  /** Writes the pending features, and returns the cells, those with most in them first. */
  close(): Cell[] {
    this.#flush();
    const cells = [...this.#cells.values()].flatMap((ofBand) => [...ofBand.values()]);
    return cells
      .sort((one, other) => other.length - one.length)
      .map(({ z, x, y, lastZoom }) => ({ z, x, y, lastZoom }));
  }

  #cellOf(band: Band, x: number, y: number): OpenCell {
    const ofBand = this.#cells.get(band)!;
    const place = x * 2 ** band.first + y;
    let cell = ofBand.get(place);
    if (cell === undefined) {
      cell = { z: band.first, x, y, lastZoom: band.last, length: 0, pending: [] };
      ofBand.set(place, cell);
    }
    return cell;
  }

  /** Writes a record at the end of the buffer. @returns where it begins, in integers */
  #write({ id, type, layer, minZoom, properties }: PlacedFeature, outline: Outline): number {
    const text = JSON.stringify(properties);
    const listLength = outline.reduce((sum, list) => sum + 1 + list.length, 0);
    // A letter has at most three bytes in UTF-8.
    this.#ensureRoom(headLength + Math.ceil((text.length * 3) / 4) + listLength);
    const [integers, begin] = [this.#integers, this.#end];
    const textBytes = this.#bytes.write(text, (begin + headLength) * 4);
    const textLength = Math.ceil(textBytes / 4);
    this.#end += headLength + textLength + listLength;
    integers[begin] = (this.#end - begin) * 4;
    this.#bytes.writeDoubleLE(id, (begin + 1) * 4);
    integers[begin + 3] =
      types.indexOf(type) | (streetLayers.indexOf(layer) << 8) | (minZoom << 16);
    integers[begin + 4] = textBytes;
    integers[begin + 5] = outline.length;
    const textEnd = (begin + headLength) * 4 + textBytes;
    this.#bytes.fill(0, textEnd, (begin + headLength + textLength) * 4);
    let at = begin + headLength + textLength;
    for (const list of outline) {
      integers[at] = list.length;
      integers.set(list, at + 1);
      at += 1 + list.length;
    }
    return begin;
  }

  #ensureRoom(length: number): void {
    if (this.#end + length <= this.#integers.length) return;
    this.#flush();
    if (length <= this.#integers.length) return;
    this.#integers = new Uint32Array(length);
    this.#bytes = Buffer.from(this.#integers.buffer);
  }

  #flush(): void {
    for (const ofBand of this.#cells.values()) {
      for (const cell of ofBand.values()) this.#append(cell);
    }
    this.#end = 0;
  }

  #append(cell: OpenCell): void {
    const { pending } = cell;
    if (pending.length === 0) return;
    let length = 0;
    for (let at = 0; at < pending.length; at += 2) length += pending[at + 1] - pending[at];
    const records = Buffer.allocUnsafe(length * 4);
    let to = 0;
    for (let at = 0; at < pending.length; at += 2) {
      to += this.#bytes.copy(records, to, pending[at] * 4, pending[at + 1] * 4);
    }
    appendFileSync(join(this.#folder, cellName(cell)), records);
    pending.length = 0;
  }
}

/** Feature as a cell has it. */
export interface StoredFeature extends PlacedFeature {
  /** Digest of all that is drawn of it, so without its id. */
  readonly digest: string;
}

/** The file of a cell. */
export function readCell(folder: string, cell: Cell): Buffer {
  return readFileSync(join(folder, cellName(cell)));
}

/** The features in a cell's file; of an element in several extracts, the one with most points. */
export function featuresIn(bytes: Buffer): StoredFeature[] {
  const known = new Map<number, StoredFeature>();
  const texts = new Map<string, PlacedFeature["properties"]>();
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    const feature = readRecord(bytes.subarray(at, at + length), texts);
    const [type, layer] = [bytes.readUInt8(at + 12), bytes.readUInt8(at + 13)];
    const key = (feature.id * types.length + type) * streetLayers.length + layer;
    const other = known.get(key);
    if (other === undefined || pointsOf(other) < pointsOf(feature)) known.set(key, feature);
    at += length;
  }
  return [...known.values()];
}

/** Name of a cell and of its file. */
export function cellName({ z, x, y }: Cell): string {
  return `${z}-${x}-${y}`;
}

function pointsOf({ outline }: PlacedFeature): number {
  return outline.reduce((sum, points) => sum + points.length, 0);
}

const types = ["point", "line", "area"] as const;

/**
 * Integers before a record's properties: its length in bytes, id (two), type, layer and zoom, bytes of the properties,
 * number of lists.
 */
const headLength = 1 + 2 + 1 + 1 + 1;
const headBytes = headLength * 4;
/** Bytes of a record of which nothing is drawn. */
const undrawnBytes = 4 + 8;

function readRecord(
  record: Buffer,
  texts: Map<string, PlacedFeature["properties"]>,
): StoredFeature {
  const textLength = record.readUInt32LE(16);
  const text = record.toString("utf8", headBytes, headBytes + textLength);
  let properties = texts.get(text);
  if (properties === undefined) {
    // One object for equal properties: features are joined by it.
    properties = JSON.parse(text) as PlacedFeature["properties"];
    texts.set(text, properties);
  }
  const outline: Uint32Array[] = [];
  let at = headBytes + Math.ceil(textLength / 4) * 4;
  for (let count = record.readUInt32LE(20); count > 0; count--) {
    const length = record.readUInt32LE(at);
    outline.push(new Uint32Array(record.buffer, record.byteOffset + at + 4, length));
    at += 4 + length * 4;
  }
  return {
    id: record.readDoubleLE(4),
    type: types[record.readUInt8(12)],
    layer: streetLayers[record.readUInt8(13)] as StreetLayer,
    minZoom: record.readUInt8(14),
    properties,
    outline,
    digest: hash("sha256", record.subarray(undrawnBytes), "base64"),
  };
}

/** Width of a tile on the screen, in pixels. */
const tilePixels = 512;

/** The outline at a zoom, without points within half a pixel of the one before. */
function coarser({ type, outline }: PlacedFeature, zoom: number): Outline {
  if (type === "point") return outline;
  const step = worldUnits / 2 ** zoom / tilePixels / 2;
  return outline.map((points) => thinned(points, step));
}

function thinned(points: Uint32Array, step: number): Uint32Array {
  const result: number[] = [points[0], points[1]];
  const last = points.length - 2;
  for (let at = 2; at < last; at += 2) {
    const [x, y] = [points[at], points[at + 1]];
    const isFar =
      Math.abs(x - result[result.length - 2]) > step ||
      Math.abs(y - result[result.length - 1]) > step;
    if (isFar) result.push(x, y);
  }
  result.push(points[last], points[last + 1]);
  return Uint32Array.from(result);
}

/** Place of a tile. */
export type TilePlace = Pick<Cell, "z" | "x" | "y">;

/** Name of a tile among those of a cell. */
export function tileName({ z, x, y }: TilePlace): string {
  return `${z}/${x}/${y}`;
}

const world: TilePlace = { z: 0, x: 0, y: 0 };

/** Tiles at a zoom that an outline's box reaches with its margin, of those within a tile. */
export function* tilesAround(
  [west, north, east, south]: UnitBox,
  zoom: number,
  within = world,
): Generator<readonly [x: number, y: number]> {
  const width = worldUnits / 2 ** zoom;
  // The margin of the smallest tiles of a cell lies within that of the cell.
  const margin = width * tileMargin;
  const across = 2 ** (zoom - within.z);
  const [firstX, firstY] = [within.x * across, within.y * across];
  const from = (at: number, first: number) => Math.max(first, Math.floor((at - margin) / width));
  const to = (at: number, first: number) =>
    Math.min(first + across - 1, Math.floor((at + margin) / width));
  const [toX, fromY, toY] = [to(east, firstX), from(north, firstY), to(south, firstY)];
  for (let x = from(west, firstX); x <= toX; x++) {
    for (let y = fromY; y <= toY; y++) yield [x, y];
  }
}
