import {
  latitudeOfWorldY,
  longitudeOfWorldX,
  worldX,
  worldY,
} from "#domain/geography/web-mercator.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { dotOf, type MarkerDot } from "#domain/map/marker-shapes.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { CombinationQuery } from "#domain/place-index/place-query.ts";
import { tileExtent, tilePixels } from "#domain/place-index/place-tile.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import type { Context } from "#server/use-case-context.ts";

/** Marker of the drawn map: a place, or a cluster of `count` places. */
export interface PlaceInView {
  longitude: number;
  latitude: number;
  accepted: boolean;
  count?: number;
  /** Number of open places in a cluster. */
  openCount?: number;
  /** Number of pending places in a cluster. */
  pendingCount?: number;
  /** A place's opening status. */
  dot?: MarkerDot;
  /** Whether a place is a small dot. */
  isSmall?: boolean;
}

export interface ViewSize {
  width: number;
  height: number;
}

/**
 * The markers of a map view, clustered as the tiles of its zoom are, so that the drawn picture and
 * the live map agree.
 */
export function placesInView(
  { placeIndex }: Pick<Context, "placeIndex">,
  view: MapView,
  size: ViewSize,
  query: PlaceFiltering,
  viewer: Viewer,
): PlaceInView[] {
  const indexQuery = { ...filteringOf(query), ...visibleTo(viewer) };
  const z = Math.floor(view.zoom);
  return tilesOfView(view, size, z).flatMap(([x, y]) =>
    markersOfTile(placeIndex, z, x, y, indexQuery),
  );
}

function markersOfTile(
  placeIndex: PlaceIndex,
  z: number,
  tileX: number,
  tileY: number,
  indexQuery: CombinationQuery,
): PlaceInView[] {
  const { points, clusters } = placeIndex.tile(z, tileX, tileY, indexQuery);
  const position = ({ x, y }: { x: number; y: number }) => ({
    longitude: longitudeOfWorldX((tileX + x / tileExtent) / 2 ** z),
    latitude: latitudeOfWorldY((tileY + y / tileExtent) / 2 ** z),
  });
  return [
    ...clusters.map(({ count, openCount, pendingCount, ...cluster }) => ({
      ...position(cluster),
      accepted: true,
      count,
      openCount,
      pendingCount,
    })),
    ...points.map(({ accepted, status, likely, isSmall, ...point }) => ({
      ...position(point),
      accepted,
      dot: dotOf(status, likely),
      isSmall,
    })),
  ];
}

/** The tiles that a view touches. Parts beyond the antimeridian are not drawn. */
function tilesOfView(view: MapView, size: ViewSize, z: number): [x: number, y: number][] {
  const tilesPerWorld = 2 ** z;
  const tilesPerPixel = tilesPerWorld / (tilePixels * 2 ** view.zoom);
  const columns = tileRange(worldX(view.longitude) * tilesPerWorld, size.width * tilesPerPixel);
  const rows = tileRange(worldY(view.latitude) * tilesPerWorld, size.height * tilesPerPixel);
  return columns.flatMap((x) => rows.map((y): [number, number] => [x, y]));

  function tileRange(center: number, span: number): number[] {
    const first = Math.max(0, Math.floor(center - span / 2));
    const last = Math.min(tilesPerWorld - 1, Math.floor(center + span / 2));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
  }
}
