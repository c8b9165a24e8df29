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
