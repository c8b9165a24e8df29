import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { NearestPlacesQuery } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import {
  type CountedPlaceList,
  listResult,
  nearestResult,
  othersNearResult,
} from "#domain/place-index/place-results.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import { unlessUnavailable } from "#server/database/database-errors.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { listNewestPlaces } from "#server/export/newest-places.ts";
import { listPlaceChanges } from "#server/export/place-changes.ts";
import { checkAndAddPlace, countAddsLeft } from "#server/places/add-place.ts";
import { findDeletion, findPlace } from "#server/places/find-place.ts";
import { findSimilarPlaces } from "#server/places/find-similar-places.ts";
import { listOwnPending } from "#server/places/own-pending.ts";
import { type PlaceDeps, placeSource } from "#server/places/place-cache.ts";
import type { PlaceSets } from "#server/places/place-set.ts";
import { placesInView } from "#server/places/places-in-view.ts";
import { listLargestTowns, listTownNames, listTowns, readTown } from "#server/places/towns.ts";
import { listIdParts, listVisibleIds } from "#server/places/visible-ids.ts";
import { bind, bindWrites, type WriteDeps } from "./bind.ts";

interface PlaceServiceDeps {
  readonly readDeps: PlaceDeps;
  readonly writeDeps: WriteDeps;
  readonly placeSets: Pick<PlaceSets, "read">;
  /** Licence of the places that people add here; null where none is known. */
  readonly ownLicence: string | null;
}

export function placeServices(deps: PlaceServiceDeps) {
  const { readDeps, writeDeps, placeSets, ownLicence } = deps;
  const { database, placeIndex } = writeDeps;
  return {
    ...bind(readDeps, {
      ...{ findPlace, findSimilarPlaces, placesInView, findDeletion },
      ...{ listIdParts, listVisibleIds, listNewestPlaces },
      ...{ listLargestTowns, listTowns, listTownNames, readTown },
    }),
    /** A page of the list; the first one also has the places that the viewer has added and that wait. */
    listPlaces: async (query: PlaceListQuery, viewer: Viewer): Promise<CountedPlaceList> => {
      const [list, own] = await Promise.all([
        listResult(placeSource(readDeps, viewer), query),
        query.page === 1 ? unlessUnavailable(listOwnPending(readDeps, query, viewer)) : null,
      ]);
      return own === null || own.length === 0 ? list : { ...list, own_pending: own };
    },
    findNearestPlaces: (query: NearestPlacesQuery, viewer: Viewer) =>
      nearestResult(placeSource(readDeps, viewer), query),
    findOthersNear: (place: Pick<Place, "id" | "coordinates">, limit: number, viewer: Viewer) =>
      othersNearResult(placeSource(readDeps, viewer), place, limit),
    /** The places of a box, for offline use in a browser; null where they are too many. */
    readPlaceSet: (bbox: BoundingBox, options: TaskOptions) => placeSets.read(bbox, options),
    ...bind({ database, ownLicence }, { listPlaceChanges }),
    placeTile: (
      { z, x, y }: { z: number; x: number; y: number },
      filtering: PlaceFiltering,
      viewer: Viewer,
    ) => placeIndex.tile(z, x, y, { ...filteringOf(filtering), ...visibleTo(viewer) }),
    ...bind(writeDeps, { countAddsLeft }),
    ...bindWrites(writeDeps, { checkAndAddPlace }),
  };
}
