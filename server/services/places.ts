import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { listNewestPlaces } from "#server/export/newest-places.ts";
import { listPlaceChanges } from "#server/export/place-changes.ts";
import { checkAndAddPlace, countAddsLeft } from "#server/places/add-place.ts";
import { findDeletion, findPlace } from "#server/places/find-place.ts";
import { findSimilarPlaces } from "#server/places/find-similar-places.ts";
import {
  findNearestPlaces,
  findOthersNear,
  listPlaces,
  type PlaceDeps,
} from "#server/places/list-places.ts";
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
      ...{ listPlaces, findPlace, findNearestPlaces, findOthersNear, findSimilarPlaces },
      ...{ placesInView, findDeletion, listIdParts, listVisibleIds, listNewestPlaces },
      ...{ listLargestTowns, listTowns, listTownNames, readTown },
    }),
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
