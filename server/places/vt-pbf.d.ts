/** The part of vt-pbf that we use; it brings no types of its own. */
declare module "vt-pbf" {
  interface PointFeature {
    type: 1;
    geometry: [x: number, y: number][];
    tags: Record<string, string | number | boolean>;
  }

  /** Lines (2) and areas (3). */
  interface LineFeature {
    type: 2 | 3;
    geometry: [x: number, y: number][][];
    tags: Record<string, string | number | boolean>;
  }

  export function fromGeojsonVt(
    layers: Record<string, { features: (PointFeature | LineFeature)[] }>,
    options: { version: 2; extent: number },
  ): Uint8Array<ArrayBuffer>;
}
