import { type Coordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import {
  addressKey,
  betweenMark,
  leadingNumber,
  nameSeparator,
} from "#server/geo/extract/extract-provider.ts";
import { type Bounds, boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { type Line, middleOf, pointAlong, simplifyLine } from "#server/geometry/line.ts";
import { maxValueLength, type OsmTags, type OsmVisitor } from "#server/import/osm-element.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import type { ExtractSettlement } from "./gather-settlements.ts";
import type { LandmarkGatherer } from "./landmarks.ts";
import type { RowBuffer } from "./row-buffer.ts";
import type { SettlementLocator } from "./settlement-locator.ts";
import {
  addressStreet,
  isAddress,
  isInterpolation,
  isNameInLanguage,
  isStreet,
  landmarkKindOf,
} from "./wanted-elements.ts";

interface GathererParts {
  readonly extractId: number;
  readonly locator: SettlementLocator<ExtractSettlement>;
  readonly streets: StreetCollector;
  readonly landmarks: LandmarkGatherer;
  readonly addressRows: RowBuffer;
  readonly streetRows: RowBuffer;
}

/** Visitor that collects an extract's streets and landmarks, and passes its addresses on as they come. */
export class AddressGatherer implements OsmVisitor {
  readonly #parts: GathererParts;
  readonly #geometry: ExtractGeometry;

  constructor(parts: GathererParts, geometry: ExtractGeometry) {
    this.#parts = parts;
    this.#geometry = geometry;
  }

  node(id: number, longitude: number, latitude: number, tags: OsmTags): void {
    if (isAddress(tags)) this.#addAddress(`node/${id}`, [longitude, latitude], tags);
    this.#addLandmark([longitude, latitude], tags);
  }

  way(id: number, refs: readonly number[], tags: OsmTags): void {
    if (isInterpolation(tags)) this.#addBetween(id, refs, tags);
    const isNamedStreet = isStreet(tags);
    if (!isNamedStreet && !isAddress(tags) && landmarkKindOf(tags) === null) return;
    const line = this.#geometry.line(refs);
    const middle = middleOf(line);
    if (middle === null) return;
    const { locator, streets } = this.#parts;
    if (isNamedStreet) streets.addLine(locator.find(middle), tags, line);
    if (isAddress(tags)) this.#addAddress(`way/${id}`, middle, tags);
    this.#addLandmark(middle, tags);
  }

  async afterBlock(): Promise<void> {
    await this.#parts.addressRows.flush();
    await this.#parts.streetRows.flush();
  }

  /** Adds the addresses and landmarks of areas with an outline of several ways. */
  addAreas(): void {
    for (const { id, tags, members } of this.#geometry.relations) {
      if (!isAddress(tags) && landmarkKindOf(tags) === null) continue;
      const middle = this.#geometry.middle({ id, tags, members });
      if (middle === null) continue;
      if (isAddress(tags)) this.#addAddress(`relation/${id}`, middle, tags);
      this.#addLandmark(middle, tags);
    }
  }

  /** Adds the houses that a line between houses with numbers stands for. */
  #addBetween(id: number, refs: readonly number[], tags: OsmTags): void {
    const { numberedNodes } = this.#geometry;
    const ends = [...refs.keys()].filter((at) => numberedNodes.has(refs[at]));
    for (const [index, end] of ends.slice(1).entries()) {
      const begin = ends[index];
      const line = this.#geometry.line(refs.slice(begin, end + 1));
      const [first, last] = [begin, end].map((at) => numberedNodes.get(refs[at])!);
      const numbers = [first, last].map((of) => leadingNumber(of["addr:housenumber"]));
      for (const { number, share } of numbersBetween(numbers, tags["addr:interpolation"])) {
        const osmId = `way/${id}/${number}`;
        const address = { ...first, "addr:housenumber": String(number) };
        this.#addAddress(osmId, pointAlong(line, share), address, true);
      }
    }
  }

  #addLandmark(at: Coordinates, tags: OsmTags): void {
    const kind = landmarkKindOf(tags);
    const { landmarks, locator } = this.#parts;
    if (kind !== null) landmarks.add(kind, tags, at, locator.find(at));
  }

  #addAddress(osmId: string, at: Coordinates, tags: OsmTags, isBetween = false): void {
    const { extractId, locator, streets, addressRows } = this.#parts;
    const street = addressStreet(tags);
    if (street === null) return;
    const settlement = locator.find(at);
    const postcode = tags["addr:postcode"] ?? "";
    addressRows.add(
      addressRow({
        id: addressRows.idOf(osmId),
        extractId,
        osmId,
        streetId: streets.addAddress(settlement, street, at, postcode),
        housenumber: tags["addr:housenumber"],
        housenumberKey: isBetween
          ? betweenMark + tags["addr:housenumber"]
          : houseNumberKey(tags["addr:housenumber"], tags["addr:interpolation"]),
        postcode,
        city: tags["addr:city"] ?? settlement?.name ?? "",
        at,
      }),
    );
  }
}

/** Street of a settlement, gathered from its ways and addresses. */
export interface CollectedStreet {
  readonly id: number;
  readonly settlement: ExtractSettlement | null;
  readonly name: string;
  readonly nameKey: string;
  /** Names in other languages. */
  readonly otherNames: ReadonlySet<string>;
  readonly postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly lines: readonly Line[];
  readonly bounds: Bounds;
}

interface OpenStreet {
  readonly id: number;
  readonly settlement: ExtractSettlement | null;
  readonly name: string;
  readonly nameKey: string;
  readonly otherNames: Set<string>;
  readonly lines: Line[];
  /** Point of the first address, and box around all. */
  point: Line;
  addressBounds: Bounds | null;
  readonly postcodes: Map<string, number>;
}

/**
 * Collector that makes one street of all ways and addresses of one name in a settlement, with any
 * case and any Unicode form of accents.
 */
export class StreetCollector {
  readonly #streets = new Map<string, OpenStreet>();
  readonly #numbers = new Map<ExtractSettlement | null, number>();
  readonly #idOf: (settlement: ExtractSettlement | null, nameKey: string) => number;

  constructor(idOf: (settlement: ExtractSettlement | null, nameKey: string) => number) {
    this.#idOf = idOf;
  }

  /** @returns the street's id */
  addLine(settlement: ExtractSettlement | null, tags: OsmTags, line: Line): number {
    const street = this.#find(settlement, tags.name);
    street.lines.push(line);
    for (const key in tags) if (isNameInLanguage(key)) street.otherNames.add(tags[key]);
    return street.id;
  }

  /** @returns the street's id */
  addAddress(
    settlement: ExtractSettlement | null,
    name: string,
    [longitude, latitude]: readonly [number, number],
    postcode: string,
  ): number {
    const street = this.#find(settlement, name);
    const here = [longitude, latitude];
    if (street.point.length === 0) street.point = here;
    const [west, south, east, north] = street.addressBounds ?? boundsOf([here]);
    street.addressBounds = boundsOf([[west, south, east, north], here]);
    if (postcode !== "") street.postcodes.set(postcode, (street.postcodes.get(postcode) ?? 0) + 1);
    return street.id;
  }

  *streets(): Generator<CollectedStreet> {
    for (const street of this.#streets.values()) yield close(street);
  }

  /** Numbers of addresses by postcode, of each settlement. */
  postcodes(): Map<ExtractSettlement | null, Map<string, number>> {
    const ofSettlements = new Map<ExtractSettlement | null, Map<string, number>>();
    for (const { settlement, postcodes } of this.#streets.values()) {
      const numbers = ofSettlements.get(settlement) ?? new Map<string, number>();
      ofSettlements.set(settlement, numbers);
      for (const [postcode, number] of postcodes) {
        numbers.set(postcode, (numbers.get(postcode) ?? 0) + number);
      }
    }
    return ofSettlements;
  }

  #find(settlement: ExtractSettlement | null, name: string): OpenStreet {
    const nameKey = searchKey(name);
    const key = `${this.#numberOf(settlement)} ${nameKey}`;
    let street = this.#streets.get(key);
    if (street === undefined) {
      street = {
        id: this.#idOf(settlement, nameKey),
        settlement,
        name: clipText(name, maxValueLength),
        nameKey,
        otherNames: new Set(),
        lines: [],
        point: [],
        addressBounds: null,
        postcodes: new Map(),
      };
      this.#streets.set(key, street);
    }
    return street;
  }

  #numberOf(settlement: ExtractSettlement | null): number {
    const number = this.#numbers.get(settlement) ?? this.#numbers.size;
    this.#numbers.set(settlement, number);
    return number;
  }
}

function close(street: OpenStreet): CollectedStreet {
  const { id, settlement, name, nameKey, otherNames, lines, addressBounds, postcodes } = street;
  const longest = lines.reduce(
    (long, line) => (line.length > long.length ? line : long),
    street.point,
  );
  const [longitude, latitude] = middleOf(longest) ?? [0, 0];
  const [[postcode] = [""]] = [...postcodes].sort(([, one], [, other]) => other - one);
  const bounds = boundsOf(addressBounds === null ? lines : [...lines, addressBounds]);
  const names = { name, nameKey, otherNames };
  return { id, settlement, ...names, postcode, longitude, latitude, lines, bounds };
}

/** Tolerance of a street's line: less than the width of a street. */
const streetToleranceMeters = 5;

export function streetRow(street: CollectedStreet, extractId: number, settlementId: number | null) {
  const { id, name, nameKey, otherNames, settlement, ...place } = street;
  const { postcode, longitude, latitude, lines, bounds } = place;
  const keys = [...new Set([nameKey, ...[...otherNames].map(searchKey)])];
  const around = searchKey(settlement?.name ?? "");
  return {
    id,
    extract_id: extractId,
    settlement_id: settlementId,
    name,
    postcode,
    longitude,
    latitude,
    lines: lines.map((line) => roundLine(simplifyLine(line, streetToleranceMeters))),
    bounds: formatBox(bounds),
    search_key: withLatinKeys(keys.map((key) => `${key} ${around}`.trim())).join(nameSeparator),
    name_key: withLatinKeys(keys).join(nameSeparator),
  };
}

function addressRow(address: {
  id: number;
  extractId: number;
  osmId: string;
  streetId: number;
  housenumber: string;
  housenumberKey: string;
  postcode: string;
  city: string;
  at: Coordinates;
}) {
  const [longitude, latitude] = roundCoordinates(address.at);
  return {
    id: address.id,
    extract_id: address.extractId,
    osm_id: address.osmId,
    street_id: address.streetId,
    housenumber: address.housenumber,
    housenumber_key: address.housenumberKey,
    postcode: address.postcode,
    city: address.city,
    longitude,
    latitude,
  };
}

/** Line with six decimals: 11 cm. */
export function roundLine(line: Line): number[] {
  return line.map((degrees) => Math.round(degrees * 1e6) / 1e6);
}

/** Maximum number of houses between two known ones: more are an error in the data. */
const maxBetween = 500;

/**
 * Key by which a house number is searched: folded, without spaces. Of a range that has all numbers
 * (`addr:interpolation=all`), and not only those of its side of the street, these follow.
 */
export function houseNumberKey(housenumber: string, interpolation?: string): string {
  const key = addressKey(housenumber).replaceAll(" ", "");
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(key) ?? [];
  if (interpolation !== "all" || from === undefined) return key;
  const between = numbersBetween([Number(from), Number(to)], interpolation);
  return [key, ...between.map(({ number }) => number)].join(";");
}

interface NumberBetween {
  readonly number: number;
  /** Share of the way from the first house to the last one. */
  readonly share: number;
}

/**
 * Numbers of the houses between two others, by OpenStreetMap's `addr:interpolation`: `even`, `odd`, `all`, or a step.
 * Empty for numbers of another kind, such as `alphabetic`.
 */
export function numbersBetween(
  [from, to]: readonly number[],
  interpolation: string,
): NumberBetween[] {
  const step = ["even", "odd"].includes(interpolation)
    ? 2
    : interpolation === "all"
      ? 1
      : Number(interpolation);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  // An end may be on the other side: `even` between 1 and 8.
  const isOdd = interpolation === "odd" || (interpolation !== "even" && low % 2 === 1);
  const first = step % 2 === 0 && (low % 2 === 1) !== isOdd ? low + 1 : low + step;
  if (!Number.isInteger(step) || step < 1 || !((high - low) / step <= maxBetween)) return [];
  const numbers: NumberBetween[] = [];
  for (let number = first; number < high; number += step) {
    numbers.push({ number, share: (number - from) / (to - from) });
  }
  return numbers;
}
