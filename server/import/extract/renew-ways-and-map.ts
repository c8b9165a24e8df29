import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { makeWalkingTiles } from "#server/import/walking-tiles/make-walking-tiles.ts";

type Renewed = "made" | "unchanged" | "removed" | "no-router";

/** Result of making the ways, or the street map, of the extracts. */
export type Renewal =
  | { readonly kind: Renewed; readonly tookMs: number }
  /** The former one stays in use. */
  | { readonly kind: "failed"; readonly reason: string };

export interface WaysAndMap {
  /** Names of the extracts of which they are made. */
  readonly extracts: readonly string[];
  readonly ways: Renewal;
  readonly streetMap: Renewal;
}

/**
 * Makes the walking tiles and the street map of the extracts that are stored now; without an
 * extract it removes them. Must run within `whileNoOtherImports`, after the stored files have
 * changed. Where they are made of these very files, nothing is done; after an interruption the next
 * call completes it, and servers use the former ones until then.
 */
export async function renewWaysAndMap(
  dataDirectory: string,
  onMapProgress: OnProgress = () => {},
): Promise<WaysAndMap> {
  const stored = new ExtractFiles(dataDirectory).list();
  return {
    extracts: stored.map(({ name }) => name),
    ways: await renew(() => makeWalkingTiles({ dataDirectory, valhalla: findValhalla() }, stored)),
    streetMap: await renew(() => makeStreetMap(dataDirectory, stored, onMapProgress)),
  };
}

async function renew(make: () => Promise<Renewed>): Promise<Renewal> {
  const startedAtMs = performance.now();
  try {
    const kind = await make();
    return { kind, tookMs: performance.now() - startedAtMs };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether both were made; without a router there are no ways to make. */
export function isComplete({ ways, streetMap }: WaysAndMap): boolean {
  return [ways, streetMap].every(({ kind }) => kind !== "failed");
}
