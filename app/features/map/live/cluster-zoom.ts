import { askServer } from "#app/network/ask-server.ts";
import { type BoundingBox, formatBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { clusterCellZooms, firstZoomWithoutClusters } from "#domain/place-index/place-tile.ts";
import { maxPlacesPerPage } from "#domain/reading/pager.ts";

/** How far to zoom in when the places of a cluster can't be asked for. */
const blindSteps = 2;
/** Whoever presses a cluster waits no longer for the map to move. */
const limitMs = 3_000;

/**
 * The zoom at which a cluster splits, found by asking where its places are. With more places than one
 * answer holds, those of the answer decide: where they part, the cluster does.
 */
export async function findSplitZoom(
  cluster: Coordinates,
  tileZoom: number,
  filterSearch: string,
): Promise<number> {
  const parameters = new URLSearchParams(filterSearch);
  parameters.set("bbox", formatBoundingBox(clusterCell(cluster, tileZoom)));
  parameters.set("per_page", String(maxPlacesPerPage));
  const answer = await askServer<PlaceList>(`/api/v1/places?${parameters}`, { limitMs });
  if (!answer.ok) return tileZoom + blindSteps;
  const positions = answer.body.places.map(({ coordinates }) => coordinates);
  return splitZoom(positions, tileZoom, firstZoomWithoutClusters);
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
