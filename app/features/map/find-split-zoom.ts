import { askServer } from "#app/network/ask-server.ts";
import { formatBoundingBox } from "#domain/bounding-box.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import { maxPlacesPerPage } from "#domain/pager.ts";
import { firstZoomWithoutClusters } from "#domain/place-index/place-tile.ts";
import type { PlaceList } from "#domain/place-list.ts";
import { clusterCell, splitZoom } from "./view-geometry.ts";

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
