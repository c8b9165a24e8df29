import { findValhalla } from "#server/geo/walking/walking-router.ts";
import { DamagedExtract, ExtractFiles } from "#server/import/extract-files.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { makeWalkingTiles } from "#server/import/walking-tiles/make-walking-tiles.ts";

type Renewed = "made" | "unchanged" | "removed" | "no-router";

/** Result of making the ways, or the street map, of the extracts. */
export type Renewal =
  | { readonly kind: Renewed; readonly tookMs: number }
  /** The former one stays in use; `damaged` names the extract that cannot be read, where that is the reason. */
  | { readonly kind: "failed"; readonly reason: string; readonly damaged?: string };

export interface WaysAndMap {
  /** Names of the extracts of which they are made. */
  readonly extracts: readonly string[];
  /** Reasons why others are left out. */
  readonly leftOut: readonly string[];
  readonly ways: Renewal;
  readonly streetMap: Renewal;
}

/**
 * Makes the walking tiles and the street map of the extracts that are stored now; without an
 * extract it removes them. An extract that cannot be read is left out, unless it is the only one. Must run
 * within `whileNoOtherImports`, after the stored files have changed. Where they are made of these very files,
 * nothing is done; after an interruption the next call completes it, and servers use the former ones until then.
 */
export async function renewWaysAndMap(
  dataDirectory: string,
  onMapProgress: OnProgress = () => {},
): Promise<WaysAndMap> {
  const extracts = new ExtractFiles(dataDirectory).list();
  const leftOut: string[] = [];
  const renewOfReadable = async (make: () => Promise<Renewed>) => {
    for (;;) {
      const renewal = await renew(make);
      if (!("damaged" in renewal) || extracts.length === 1) return renewal;
      leftOut.push(renewal.reason);
      extracts.splice(
        extracts.findIndex(({ name }) => name === renewal.damaged),
        1,
      );
    }
  };
  // The street map reads the whole of each file: the ways are then of those that can be read.
  const streetMap = await renewOfReadable(() =>
    makeStreetMap(dataDirectory, extracts, onMapProgress),
  );
  const ways = await renewOfReadable(() =>
    makeWalkingTiles({ dataDirectory, valhalla: findValhalla() }, extracts),
  );
  return { extracts: extracts.map(({ name }) => name), leftOut, ways, streetMap };
}

async function renew(make: () => Promise<Renewed>): Promise<Renewal> {
  const startedAtMs = performance.now();
  try {
    const kind = await make();
    return { kind, tookMs: performance.now() - startedAtMs };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const damaged = error instanceof DamagedExtract && { damaged: error.extract };
    return { kind: "failed", reason, ...damaged };
  }
}

/** Whether both were made of all extracts; without a router there are no ways to make. */
export function isComplete({ leftOut, ways, streetMap }: WaysAndMap): boolean {
  return leftOut.length === 0 && [ways, streetMap].every(({ kind }) => kind !== "failed");
}
