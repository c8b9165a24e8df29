import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import type { OnProgress } from "#server/import/pbf/osm-pbf-file.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { makeWalkingTiles } from "#server/import/walking-tiles/make-walking-tiles.ts";

type Renewed = "made" | "unchanged" | "removed" | "no-router";

/** What became of the ways, or of the street map, when they were to be made of the extracts. */
export type Renewal =
  | { readonly kind: Renewed }
  /** What was in use before is in use. */
  | { readonly kind: "failed"; readonly reason: string };

export interface WaysAndMap {
  /** Names of the extracts of which they are made. */
  readonly extracts: readonly string[];
  readonly ways: Renewal;
  readonly streetMap: Renewal;
}

/**
 * Makes all that is made of several extracts, the walking tiles and the street map, of those that the data
 * directory keeps now; without an extract it removes them. To be done within `whileNoOtherImports`, after the kept
 * files have changed. Where they are made of these very files, nothing is done; cut off anywhere, the next call
 * completes it, and servers use the former ones until then.
 */
export async function renewWaysAndMap(
  dataDirectory: string,
  onMapProgress: OnProgress = () => {},
): Promise<WaysAndMap> {
  const kept = new ExtractFiles(dataDirectory).list();
  return {
    extracts: kept.map(({ name }) => name),
    ways: await renew(() => makeWalkingTiles({ dataDirectory, valhalla: findValhalla() }, kept)),
    streetMap: await renew(() => makeStreetMap(dataDirectory, kept, onMapProgress)),
  };
}

async function renew(make: () => Promise<Renewed>): Promise<Renewal> {
  try {
    return { kind: await make() };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether both could be made; without a router there are no ways to make. */
export function isWhole({ ways, streetMap }: WaysAndMap): boolean {
  return [ways, streetMap].every(({ kind }) => kind !== "failed");
}
