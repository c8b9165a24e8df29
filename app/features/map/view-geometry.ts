import type { BoundingBox } from "#domain/bounding-box.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import type { MapView } from "#domain/map-view.ts";
import { clusterCellZooms } from "#domain/place-index/place-tile.ts";
import { latitudeOfWorldY, longitudeOfWorldX, worldX, worldY } from "#domain/web-mercator.ts";

/** CSS pixels that the whole world is wide at a zoom, as MapLibre counts. */
export function worldPixels(zoom: number): number {
  return 512 * 2 ** zoom;
}

/**
 * The rectangle that a view shows in a window of the given CSS pixels, its centre in the middle. It never
 * crosses the antimeridian: beyond ±180° it is cut, and a view of the whole world or more is ±180°.
 */
export function boundsOfView(
  { longitude, latitude, zoom }: MapView,
  { width, height }: { width: number; height: number },
): BoundingBox {
  const halfX = width / worldPixels(zoom) / 2;
  const halfY = height / worldPixels(zoom) / 2;
  const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));
  return {
    west: longitudeOfWorldX(clamp(worldX(longitude) - halfX)),
    south: latitudeOfWorldY(clamp(worldY(latitude) + halfY)),
    east: longitudeOfWorldX(clamp(worldX(longitude) + halfX)),
    north: latitudeOfWorldY(clamp(worldY(latitude) - halfY)),
  };
}

/** The same view moved so that what was in its middle stands `pixels` higher up on the screen. */
export function raiseCentre(view: MapView, pixels: number): MapView {
  const y = Math.min(1, worldY(view.latitude) + pixels / worldPixels(view.zoom));
  return { ...view, latitude: latitudeOfWorldY(y) };
}

/** How many squares wide the world is whose places the tiles of a zoom gather in a cluster each. */
function clusterCells(tileZoom: number): number {
  return 2 ** (tileZoom + clusterCellZooms);
}

/** The square, in a map whose tiles are of a whole zoom, whose places a cluster drawn at a point gathers. */
export function clusterCell([longitude, latitude]: Coordinates, tileZoom: number): BoundingBox {
  const cells = clusterCells(tileZoom);
  const column = Math.floor(worldX(longitude) * cells);
  const row = Math.floor(worldY(latitude) * cells);
  return {
    west: longitudeOfWorldX(column / cells),
    south: latitudeOfWorldY((row + 1) / cells),
    east: longitudeOfWorldX((column + 1) / cells),
    north: latitudeOfWorldY(row / cells),
  };
}

/**
 * The lowest whole zoom above a tile's at which places no longer all lie in one cluster's square. At most
 * `maxZoom`, where places stand apart or are truly at one spot.
 */
export function splitZoom(
  places: readonly Coordinates[],
  tileZoom: number,
  maxZoom: number,
): number {
  for (let zoom = tileZoom + 1; zoom < maxZoom; zoom++) {
    const cells = clusterCells(zoom);
    const squares = places.map(
      ([longitude, latitude]) =>
        `${Math.floor(worldX(longitude) * cells)},${Math.floor(worldY(latitude) * cells)}`,
    );
    if (new Set(squares).size > 1) return zoom;
  }
  return maxZoom;
}
