import { isHarmlessText } from "#domain/text/entered-text.ts";

/** Tags of an element: `{ amenity: "toilets", fee: "no" }`. */
export type OsmTags = Readonly<Record<string, string>>;

/** Maximum length of a tag's value in OpenStreetMap, in code points. */
export const maxValueLength = 255;

/** Element with a position, from any kind of file. */
export interface OsmElement {
  /** Id: `node/123`, `way/4`, `relation/5`; `feature/…` for an element from elsewhere. */
  readonly osmId: string;
  /** Position in WGS 84 degrees: the point, or the middle of the element's outline. */
  readonly longitude: number;
  readonly latitude: number;
  readonly tags: OsmTags;
}

/** Maximum length of an id that is not OpenStreetMap's. */
const maxIdLength = 255;

const maxOsmNumber = 2n ** 63n - 1n;

/**
 * Whether an id can tell an element from others: OpenStreetMap's are numbers from 1 to 2^63 - 1. Programs number
 * elements below 0 that are not uploaded yet, in each file again.
 */
export function isUsableId(osmId: string): boolean {
  if (!/^(?:node|way|relation)\//.test(osmId)) {
    return osmId.length <= maxIdLength && isHarmlessText(osmId);
  }
  const number = /\/([1-9]\d{0,18})$/.exec(osmId)?.[1];
  return number !== undefined && BigInt(number) <= maxOsmNumber;
}

export type OsmKind = "node" | "way" | "relation";

export const osmKinds: readonly OsmKind[] = ["node", "way", "relation"];

export interface OsmMember {
  readonly kind: OsmKind;
  readonly id: number;
  readonly role: string;
}

/** Visitor of elements in the file's order. Kinds without a method are not decoded; ids are exact to 2^53. */
export interface OsmVisitor {
  /** Position of every node, in units of 1e-7 degrees. */
  position?(id: number, longitudeE7: number, latitudeE7: number): void;
  /** Nodes with tags; most nodes have none and only shape lines. Position in degrees. */
  node?(id: number, longitude: number, latitude: number, tags: OsmTags): void;
  /** Ways; `refs` are the nodes in order, the first again at the end of a closed one. */
  way?(id: number, refs: readonly number[], tags: OsmTags): void;
  relation?(id: number, members: readonly OsmMember[], tags: OsmTags): void;
  /** Called and awaited after each block of some thousand elements, to pass on what was gathered. */
  afterBlock?(): Promise<void>;
}
