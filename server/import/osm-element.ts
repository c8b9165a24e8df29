/** What mappers say of an element: `{ amenity: "toilets", fee: "no" }`. */
export type OsmTags = Readonly<Record<string, string>>;

/** One element with a position, from whatever file it came. */
export interface OsmElement {
  /** `node/123`, `way/4`, `relation/5`; of what did not come from OpenStreetMap, `feature/…`. */
  readonly osmId: string;
  /** WGS 84 degrees: the point, or the middle of what the element outlines. */
  readonly longitude: number;
  readonly latitude: number;
  readonly tags: OsmTags;
}

export type OsmKind = "node" | "way" | "relation";

export const osmKinds: readonly OsmKind[] = ["node", "way", "relation"];

export interface OsmMember {
  readonly kind: OsmKind;
  readonly id: number;
  readonly role: string;
}

/**
 * Is told of the elements of a file, in its order. Kinds that it has no method for are not decoded.
 * Ids are exact up to 2^53.
 */
export interface OsmVisitor {
  /** Every node's position, in units of 1e-7 degrees. */
  position?(id: number, longitudeE7: number, latitudeE7: number): void;
  /** The nodes that have tags; most only give lines their shape. Position in degrees. */
  node?(id: number, longitude: number, latitude: number, tags: OsmTags): void;
  /** `refs` are the nodes of its line in order, the first again at the end of a closed one. */
  way?(id: number, refs: readonly number[], tags: OsmTags): void;
  relation?(id: number, members: readonly OsmMember[], tags: OsmTags): void;
  /** Is waited for before the next some thousand elements: time to pass on what was gathered. */
  afterBlock?(): Promise<void>;
}
