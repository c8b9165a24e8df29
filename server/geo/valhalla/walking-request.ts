import type { Coordinates } from "#domain/coordinates.ts";

/** Farther away than this from any way, there is no way to walk. */
const searchCutoffMeters = 200;

/**
 * The question for a way on foot, as Valhalla's route call takes it. Sentences are composed by us, so no
 * language is asked for.
 */
export function walkingRequest(from: Coordinates, to: Coordinates) {
  return {
    locations: [from, to].map(([lon, lat]) => ({
      lon,
      lat,
      type: "break",
      search_cutoff: searchCutoffMeters,
    })),
    costing: "pedestrian",
    units: "kilometers",
    directions_type: "maneuvers",
  };
}
