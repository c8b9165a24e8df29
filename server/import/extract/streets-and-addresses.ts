import type { SearchedLandmark } from "#domain/address-search/searched-landmarks.ts";
import { type Coordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { simplifyLine } from "#domain/geography/simplify-line.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { languages } from "#domain/text/language.ts";
import { nameKey, searchKey } from "#domain/text/search-key.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import {
  addressKey,
  betweenMark,
  leadingNumber,
  nameSeparator,
} from "#server/geo/extract/extract-provider.ts";
import { type Bounds, boundsOf, formatBox } from "#server/geometry/bounds.ts";
import { type Line, middleOf, pointAlong } from "#server/geometry/line.ts";
import { maxValueLength, type OsmTags, type OsmVisitor } from "#server/import/osm-element.ts";
import type { SettlementLocator } from "#server/import/settlement-locator.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import type { ExtractSettlement } from "./gather-settlements.ts";
import { type RowBuffer, streetKey } from "./row-buffer.ts";
import {
  addressStreet,
  isAddress,
  isInterpolation,
  isNameInLanguage,
  isStreet,
  landmarkKindOf,
  languageNames,
  otherNameKeys,
} from "./wanted-elements.ts";

interface GathererParts {
  readonly extractId: number;
  readonly geometry: ExtractGeometry;
  readonly locator: SettlementLocator<ExtractSettlement>;
  readonly addressRows: RowBuffer;
  readonly streetRows: RowBuffer;
  settlementId(settlement: ExtractSettlement | null): number | null;
}

/** Street of a settlement, gathered from its ways and addresses. */
interface Street {
  readonly id: number;
  readonly settlement: ExtractSettlement | null;
  readonly name: string;
  readonly nameKey: string;
  readonly otherNames: Set<string>;
  readonly lines: Line[];
  /** Point of the first address, and box around all. */
  point: Line;
  addressBounds: Bounds | null;
  /** Numbers of addresses by postcode. */
  readonly postcodes: Map<string, number>;
}

/** Maximum distance between the elements of one landmark: the point of a station and its building. */
const sameSpotMeters = 300;

/**
 * Visitor that collects an extract's streets, and passes its addresses and landmarks on as they come. All ways and
 * addresses of one name in a settlement, with any case and any Unicode form of accents, are one street; all elements of
 * one kind and name at a spot are one landmark.
 */
export class AddressGatherer implements OsmVisitor {
  readonly #parts: GathererParts;
  readonly #streets = new Map<string, Street>();
  /** Positions of the landmarks by kind and name. */
  readonly #landmarks = new Map<string, Coordinates[]>();
  landmarkCount = 0;

  constructor(parts: GathererParts) {
    this.#parts = parts;
  }

  node(id: number, longitude: number, latitude: number, tags: OsmTags): void {
    if (isAddress(tags)) this.#addAddress(`node/${id}`, [longitude, latitude], tags);
    this.#addLandmark([longitude, latitude], tags);
  }

  way(id: number, refs: readonly number[], tags: OsmTags): void {
    if (isInterpolation(tags)) this.#addBetween(id, refs, tags);
    const isNamedStreet = isStreet(tags);
    if (!isNamedStreet && !isAddress(tags) && landmarkKindOf(tags) === null) return;
    const line = this.#parts.geometry.line(refs);
    const middle = middleOf(line);
    if (middle === null) return;
    if (isNamedStreet) {
      const street = this.#findStreet(this.#parts.locator.find(middle), tags.name);
      street.lines.push(line);
      for (const key in tags) if (isNameInLanguage(key)) street.otherNames.add(tags[key]);
    }
    if (isAddress(tags)) this.#addAddress(`way/${id}`, middle, tags);
    this.#addLandmark(middle, tags);
  }

  async afterBlock(): Promise<void> {
    await this.#parts.addressRows.flush();
    await this.#parts.streetRows.flush();
  }

  /** Adds the addresses and landmarks of areas with an outline of several ways, and writes the rest of the rows. */
  async close(): Promise<void> {
    const { extractId, geometry, addressRows, streetRows, settlementId } = this.#parts;
    for (const relation of geometry.relations) {
      const { id, tags } = relation;
      if (!isAddress(tags) && landmarkKindOf(tags) === null) continue;
      const middle = geometry.middle(relation);
      if (middle === null) continue;
      if (isAddress(tags)) this.#addAddress(`relation/${id}`, middle, tags);
      this.#addLandmark(middle, tags);
    }
    await addressRows.close();
    for (const street of this.#streets.values()) {
      const settlement_id = settlementId(street.settlement);
      streetRows.add({ ...streetRow(street), extract_id: extractId, settlement_id });
      await streetRows.flush();
    }
    await streetRows.close();
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

  /** Adds the houses between two numbered ones of an interpolation line. */
  #addBetween(id: number, refs: readonly number[], tags: OsmTags): void {
    const { geometry } = this.#parts;
    const { numberedNodes } = geometry;
    const ends = [...refs.keys()].filter((at) => numberedNodes.has(refs[at]));
    for (const [index, end] of ends.slice(1).entries()) {
      const begin = ends[index];
      const line = geometry.line(refs.slice(begin, end + 1));
      const [first, last] = [begin, end].map((at) => numberedNodes.get(refs[at])!);
      const numbers = [first, last].map((of) => leadingNumber(of["addr:housenumber"]));
      for (const { number, share } of numbersBetween(numbers, tags["addr:interpolation"])) {
        const osmId = `way/${id}/${number}`;
        const address = { ...first, "addr:housenumber": String(number) };
        this.#addAddress(osmId, pointAlong(line, share), address, true);
      }
    }
  }

  #addAddress(osmId: string, at: Coordinates, tags: OsmTags, isBetween = false): void {
    const { extractId, locator, addressRows } = this.#parts;
    const name = addressStreet(tags);
    if (name === null) return;
    const settlement = locator.find(at);
    const { "addr:housenumber": housenumber, "addr:postcode": postcode = "" } = tags;
    const street = this.#findStreet(settlement, name);
    if (street.point.length === 0) street.point = [...at];
    street.addressBounds = boundsOf([street.addressBounds ?? [], at]);
    if (postcode !== "") street.postcodes.set(postcode, (street.postcodes.get(postcode) ?? 0) + 1);
    const [longitude, latitude] = roundCoordinates(at);
    addressRows.add({
      id: addressRows.idOf(osmId),
      extract_id: extractId,
      osm_id: osmId,
      street_id: street.id,
      housenumber,
      housenumber_key: isBetween
        ? betweenMark + housenumber
        : houseNumberKey(housenumber, tags["addr:interpolation"]),
      postcode,
      city: tags["addr:city"] ?? settlement?.name ?? "",
      longitude,
      latitude,
    });
  }

  #addLandmark(at: Coordinates, tags: OsmTags): void {
    const kind = landmarkKindOf(tags);
    if (kind === null) return;
    const { extractId, locator, streetRows, settlementId } = this.#parts;
    const key = `${kind} ${nameKey(tags.name)}`;
    const known = this.#landmarks.get(key) ?? [];
    if (known.some((other) => distanceMeters(other, at) <= sameSpotMeters)) return;
    this.#landmarks.set(key, [...known, at]);
    this.landmarkCount++;
    const settlement = locator.find(at);
    const row = landmarkRow(kind, tags, at, settlement?.name ?? "");
    streetRows.add({
      id: streetRows.idOf(streetKey.keyOf(row)),
      extract_id: extractId,
      settlement_id: settlementId(settlement),
      ...row,
    });
  }

  #findStreet(settlement: ExtractSettlement | null, name: string): Street {
    const { streetRows, settlementId } = this.#parts;
    const settlement_id = settlementId(settlement);
    const name_key = searchKey(name);
    const key = `${settlement_id} ${name_key}`;
    let street = this.#streets.get(key);
    if (street === undefined) {
      street = {
        id: streetRows.idOf(streetKey.keyOf({ settlement_id, name_key })),
        settlement,
        name: clipText(name, maxValueLength),
        nameKey: name_key,
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
}

function landmarkRow(kind: SearchedLandmark, tags: OsmTags, at: Coordinates, settlement: string) {
  const [longitude, latitude] = roundCoordinates(at);
  const names = [
    tags.name,
    ...languages.map((language) => tags[`name:${language}`]),
    tags.int_name,
    ...otherNameKeys.flatMap((key) => tags[key]?.split(";")),
  ].filter((name) => name !== undefined);
  const keys = [...new Set(names.map(nameKey))].filter((key) => key !== "");
  const street = tags["addr:street"] ?? "";
  const number = tags["addr:housenumber"] ?? "";
  return {
    kind,
    name: clipText(tags.name, maxValueLength),
    names: languageNames(tags),
    address: street === "" ? null : `${street} ${number}`.trim(),
    postcode: tags["addr:postcode"] ?? "",
    longitude,
    latitude,
    lines: [],
    bounds: formatBox(boundsOf([at])),
    search_key: withLatinKeys(keys.map((key) => `${key} ${nameKey(settlement)}`.trim())).join(
      nameSeparator,
    ),
    name_key: withLatinKeys(keys).join(nameSeparator),
  };
}

/** Tolerance of a street's line: less than the width of a street. */
const streetToleranceMeters = 5;

function streetRow(street: Street) {
  const { id, settlement, name, nameKey, otherNames, lines, point, addressBounds } = street;
  const longest = lines.reduce((long, line) => (line.length > long.length ? line : long), point);
  const [longitude, latitude] = middleOf(longest) ?? [0, 0];
  const [[postcode] = [""]] = [...street.postcodes].sort(([, one], [, other]) => other - one);
  const keys = [...new Set([nameKey, ...[...otherNames].map(searchKey)])];
  const around = searchKey(settlement?.name ?? "");
  return {
    id,
    name,
    postcode,
    longitude,
    latitude,
    lines: lines.map((line) => roundLine(simplifyLine(line, streetToleranceMeters))),
    bounds: formatBox(boundsOf([...lines, addressBounds ?? []])),
    search_key: withLatinKeys(keys.map((key) => `${key} ${around}`.trim())).join(nameSeparator),
    name_key: withLatinKeys(keys).join(nameSeparator),
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
