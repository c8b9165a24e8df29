import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Router as `npm run routing:install` installs it. */
export interface ValhallaInstallation {
  /** Path of the module that a worker loads. */
  readonly module: string;
  /** Path of the program that makes walking tiles of an extract. */
  readonly tileBuilder: string;
}

const routingFolder = fileURLToPath(new URL("../../../routing/", import.meta.url));

/** Installed router; null where it is missing or does not support this kind of machine. */
export function findValhalla(folder = routingFolder): ValhallaInstallation | null {
  try {
    const module = createRequire(join(folder, "package.json")).resolve("@valhallajs/valhallajs");
    const { platform, arch } = process;
    const tileBuilder = join(dirname(module), platform, arch, "valhalla_build_tiles");
    return existsSync(tileBuilder) ? { module, tileBuilder } : null;
  } catch {
    return null;
  }
}

const quiet = { logging: { type: "" } };

/** Threads that make tiles; memory follows their number. */
const builderThreads = 2;

/** Longest route; nobody walks farther to a toilet. */
const maxRouteMeters = 100_000;

/**
 * Minimal configuration of Valhalla to make walking tiles and to find routes on them: it refuses a
 * configuration without the limits of calls that we never make, so those are zero. Its own tool for
 * this needs Python.
 */
export function valhallaConfig(tileFolder: string) {
  return {
    mjolnir: { tile_dir: tileFolder, concurrency: builderThreads, ...quiet },
    loki: {
      actions: ["route"],
      service_defaults: {
        heading_tolerance: 60,
        minimum_reachability: 50,
        node_snap_tolerance: 5,
        radius: 0,
        search_cutoff: 200,
        street_side_max_distance: 1000,
        street_side_tolerance: 5,
      },
      ...quiet,
    },
    thor: quiet,
    odin: quiet,
    meili: { default: { breakage_distance: 2000 } },
    service_limits: {
      pedestrian: {
        max_distance: maxRouteMeters,
        max_locations: 2,
        max_matrix_distance: 0,
        max_matrix_location_pairs: 0,
        max_transit_walking_distance: 0,
        min_transit_walking_distance: 0,
      },
      isochrone: {
        max_contours: 0,
        max_distance: 0,
        max_distance_contour: 0,
        max_locations: 0,
        max_time_contour: 0,
      },
      skadi: { max_shape: 0, min_resample: 10 },
      trace: {
        max_alternates: 0,
        max_alternates_shape: 0,
        max_distance: 0,
        max_gps_accuracy: 0,
        max_search_radius: 0,
        max_shape: 0,
      },
      max_alternates: 0,
      max_exclude_locations: 0,
      max_exclude_polygons_length: 0,
      max_radius: 200,
      max_reachability: 100,
    },
  };
}
