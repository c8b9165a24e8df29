import { fetchApi } from "#app/network/fetch-api.ts";
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
import { maxPlacesPerPage } from "#domain/validation/page-sizes.ts";

/** Number of zooms to go in when the places of a cluster cannot be loaded. */
const blindSteps = 2;
/** Time limit of loading a cluster's places, until the map moves anyway. */
const limitMs = 3_000;

/**
 * The zoom at which a cluster splits, from the positions of its places. With more places than one response
 * holds, those of the response decide: where they part, the cluster does.
 */
export async function findSplitZoom(
  cluster: Coordinates,
  tileZoom: number,
  filterSearch: string,
): Promise<number> {
  const parameters = new URLSearchParams(filterSearch);
  parameters.set("bbox", formatBoundingBox(clusterCell(cluster, tileZoom)));
  parameters.set("per_page", String(maxPlacesPerPage));
  const result = await fetchApi<PlaceList>(`/api/v1/places?${parameters}`, { limitMs });
  if (!result.ok) return tileZoom + blindSteps;
  const positions = result.body.places.map(({ coordinates }) => coordinates);
  return splitZoom(positions, tileZoom, firstZoomWithoutClusters);
}

/** Number of squares, side by side, that the world has for the clusters of a zoom's tiles. */
function clusterCells(tileZoom: number): number {
  return 2 ** (tileZoom + clusterCellZooms);
}

/** The square whose places are gathered in the cluster at a point, for tiles of a whole zoom. */
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
 * The lowest whole zoom above a tile's at which the places no longer all lie in one cluster's square. At most
 * `maxZoom`, where places are apart or truly on one point.
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
