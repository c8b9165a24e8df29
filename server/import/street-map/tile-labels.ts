import type { Feature as TileFeature } from "@maplibre/vt-pbf";
import type { PlacedFeature } from "./cell-store.ts";
import type { StreetLayer } from "./street-map-schema.ts";

/** Feature in a tile; its tags are the feature that it was cut of. */
export type CutFeature = TileFeature & { tags: PlacedFeature };

/** Features of a tile by their layers; those of equal properties are one. */
export type TileLayers = Map<StreetLayer, Map<string, CutFeature>>;

/** Point in a tile's units. */
export type TilePoint = [x: number, y: number];

/**
 * Leaves out labels that repeat another one of the tile. Of two tiles, both decide alike on a point that is in the
 * margin of one of them, so a label at their edge is never missing.
 */
export function thinLabels(layers: TileLayers): void {
  removeNamesOfStreets(layers);
  numberHousesOnce(layers);
  nameStopsOnce(layers);
}

/** Removes the points of pedestrian areas that are parts of a street: its line in the tile has the name. */
function removeNamesOfStreets(layers: TileLayers): void {
  const points = layers.get("poi") ?? new Map<string, CutFeature>();
  const streets = [...(layers.get("transportation_name")?.values() ?? [])];
  const names = new Set(streets.map(({ tags }) => tags.properties.name));
  for (const [key, { tags }] of points) {
    const { subclass, name } = tags.properties;
    if (subclass === "pedestrian" && names.has(name)) points.delete(key);
  }
}

/**
 * Least distances of two equal numbers of a street in different houses, the second for those of shops and the
 * like, whose house has the number itself: at zoom 14 some 20 and 120 m in northern Europe.
 */
const leastNumberDistance = 64;
const leastShopDistance = 400;

/**
 * Reduces the house numbers to one for each building and street: a block has its number at its doors and shops
 * too. The one in the middle of the building that has it itself remains, else that of a door, else a shop's. A
 * number without a street is of any street.
 */
function numberHousesOnce(layers: TileLayers): void {
  // The last first: a file has its areas after its nodes.
  const features = [...(layers.get("housenumber")?.values() ?? [])].toReversed();
  if (features.length === 0) return;
  const buildings = new BuildingIndex([...(layers.get("building")?.values() ?? [])]);
  const written = new Map<string, CutFeature>();
  const known = new Map<string, { street: unknown; at: TilePoint; within: readonly Ring[] }[]>();
  for (const feature of features.sort(byWeight)) {
    const { tags } = feature;
    const { housenumber, street, isNamed } = tags.properties;
    const key = String(housenumber);
    const least = isNamed ? leastShopDistance : leastNumberDistance;
    for (const at of (feature.geometry as TilePoint[]).toReversed()) {
      const ofNumber = known.get(key) ?? [];
      const within = buildings.at(at);
      const isRepeated = ofNumber.some(
        (other) =>
          (street ?? other.street) === (other.street ?? street) &&
          (distance(at, other.at) < least || within.some((ring) => other.within.includes(ring))),
      );
      if (isRepeated) continue;
      known.set(key, [...ofNumber, { street, at, within }]);
      const points = [...((written.get(key)?.geometry as TilePoint[] | undefined) ?? []), at];
      const properties = { housenumber };
      written.set(key, {
        ...feature,
        tags: { ...tags, properties },
        geometry: points,
      } as CutFeature);
    }
  }
  layers.set("housenumber", written);
}

/** Numbers of houses before those of shops, and with a street before those without. */
function byWeight(one: CutFeature, other: CutFeature): number {
  const weightOf = ({ tags: { properties } }: CutFeature) =>
    (properties.isNamed ? 2 : 0) + (properties.street === undefined ? 1 : 0);
  return weightOf(one) - weightOf(other);
}

type Ring = readonly TilePoint[];

/** Width of a square of the index. */
const squareWidth = 256;
/** A door in a wall is within, although its position is rounded. */
const wallWidth = 2;

/** Outlines of buildings by the squares of a tile that they reach; the yard of a building counts to it. */
class BuildingIndex {
  readonly #bySquare = new Map<string, Ring[]>();

  constructor(buildings: readonly CutFeature[]) {
    for (const ring of buildings.flatMap(({ geometry }) => geometry as Ring[])) {
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      const [toX, toY] = [
        squareOf(Math.max(...xs) + wallWidth),
        squareOf(Math.max(...ys) + wallWidth),
      ];
      for (let x = squareOf(Math.min(...xs) - wallWidth); x <= toX; x++) {
        for (let y = squareOf(Math.min(...ys) - wallWidth); y <= toY; y++) {
          const square = this.#bySquare.get(`${x}/${y}`) ?? [];
          square.push(ring);
          this.#bySquare.set(`${x}/${y}`, square);
        }
      }
    }
  }

  /** Outlines around a point, or at it. */
  at([x, y]: TilePoint): Ring[] {
    const near = this.#bySquare.get(`${squareOf(x)}/${squareOf(y)}`) ?? [];
    const points: TilePoint[] = [[x, y]];
    for (const away of [-wallWidth, wallWidth]) points.push([x + away, y], [x, y + away]);
    return near.filter((ring) => points.some((point) => isWithin(point, ring)));
  }
}

function squareOf(units: number): number {
  return Math.floor(units / squareWidth);
}

export function isWithin([x, y]: TilePoint, ring: Ring): boolean {
  let isInside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [[fromX, fromY], [toX, toY]] = [ring[before], ring[at]];
    const isCrossed = fromY > y !== toY > y;
    if (isCrossed && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) {
      isInside = !isInside;
    }
  }
  return isInside;
}

/** Kinds of stops, the first named first. */
const stopKinds: readonly unknown[] = ["tram_stop", "bus_stop"];

/** Distance within which a name is once, of stops of any kind: at zoom 14 some 80 m in northern Europe. */
const leastStopNameDistance = 256;

/**
 * Leaves the name to one of the stops that have it near each other, such as those at either side of a street: the
 * others are signs alone, and are written last.
 */
function nameStopsOnce(layers: TileLayers): void {
  const points = layers.get("poi") ?? new Map<string, CutFeature>();
  const stops: { key: string; feature: CutFeature; at: TilePoint }[] = [];
  for (const [key, feature] of points) {
    if (!stopKinds.includes(feature.tags.properties.subclass)) continue;
    points.delete(key);
    for (const at of feature.geometry as TilePoint[]) stops.push({ key, feature, at });
  }
  const rankOf = ({ feature: { tags } }: (typeof stops)[number]) =>
    stopKinds.indexOf(tags.properties.subclass);
  stops.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) || one.at[0] - other.at[0] || one.at[1] - other.at[1],
  );
  const named = new Map<unknown, TilePoint[]>();
  const signs = new Map<string, CutFeature>();
  for (const { key, feature, at } of stops) {
    const { name, subclass } = feature.tags.properties;
    const ofName = named.get(name) ?? [];
    if (ofName.some((other) => distance(at, other) < leastStopNameDistance)) {
      const sign = { ...feature, tags: { ...feature.tags, properties: { subclass } } };
      addPoint(signs, `signs ${subclass}`, sign, at);
    } else {
      named.set(name, [...ofName, at]);
      addPoint(points, key, feature, at);
    }
  }
  for (const [key, sign] of signs) points.set(key, sign);
}

/** Adds a point to the feature of a key; a first one to a copy of the given feature without its other points. */
function addPoint(
  features: Map<string, CutFeature>,
  key: string,
  feature: CutFeature,
  at: TilePoint,
): void {
  const points = features.get(key)?.geometry as TilePoint[] | undefined;
  if (points === undefined) features.set(key, { ...feature, geometry: [at] } as CutFeature);
  else points.push(at);
}

function distance([x, y]: TilePoint, [otherX, otherY]: TilePoint): number {
  return Math.hypot(x - otherX, y - otherY);
}

/** Points without those that are nearer to an earlier one than a distance. */
export function thinPoints(points: readonly TilePoint[], least: number): TilePoint[] {
  const thinned: TilePoint[] = [];
  const byCell = new Map<string, TilePoint[]>();
  for (const point of points) {
    const [column, row] = point.map((unit) => Math.floor(unit / least));
    const near = [-1, 0, 1].flatMap((across) =>
      [-1, 0, 1].flatMap((down) => byCell.get(`${column + across}/${row + down}`) ?? []),
    );
    if (near.some((other) => distance(other, point) < least)) continue;
    thinned.push(point);
    const cell = `${column}/${row}`;
    byCell.set(cell, [...(byCell.get(cell) ?? []), point]);
  }
  return thinned;
}
