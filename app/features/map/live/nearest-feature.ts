import type { Map as MapLibreMap, PointLike } from "maplibre-gl";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { pressableLayers } from "./place-layers.ts";

/** A place or a cluster near a point of the screen. */
export type PressedFeature =
  | { kind: "place"; id: number; coordinates: Coordinates }
  | { kind: "cluster"; coordinates: Coordinates; count: number };

/**
 * The place or cluster that a press means: the nearest whose image comes within `reachPixels` of the point,
 * so that even small markers have a target of 44 pixels.
 */
export function nearestFeature(
  map: MapLibreMap,
  { x, y }: { x: number; y: number },
  reachPixels: number,
): PressedFeature | null {
  const area: [PointLike, PointLike] = [
    [x - reachPixels, y - reachPixels],
    [x + reachPixels, y + reachPixels],
  ];
  let nearest: PressedFeature | null = null;
  let nearestPixels = Number.POSITIVE_INFINITY;
  for (const { geometry, properties } of map.queryRenderedFeatures(area, {
    layers: pressableLayers,
  })) {
    if (geometry.type !== "Point") continue;
    const [longitude, latitude] = geometry.coordinates;
    const spot = map.project([longitude, latitude]);
    const isCluster = properties.count !== undefined;
    // A marker stands above its point; a visitor presses its middle.
    const pixels = Math.hypot(spot.x - x, spot.y - (isCluster ? 0 : 21) - y);
    if (pixels >= nearestPixels) continue;
    nearestPixels = pixels;
    const coordinates: Coordinates = [longitude, latitude];
    nearest = isCluster
      ? { kind: "cluster", coordinates, count: properties.count }
      : { kind: "place", id: properties.id, coordinates };
  }
  return nearest;
}
