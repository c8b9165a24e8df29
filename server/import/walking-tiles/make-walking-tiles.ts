import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import {
  type TileSource,
  type ValhallaInstallation,
  valhallaConfig,
  WalkingTiles,
} from "#server/geo/walking/walking-router.ts";
import { DamagedExtract } from "#server/import/extract-files.ts";
import { deduplicateWays } from "./deduplicate-ways.ts";

interface TileBuilding {
  readonly dataDirectory: string;
  /** Null where no router is installed. */
  readonly valhalla: ValhallaInstallation | null;
}

/** Far above the few lines that the builder writes. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Makes one set of walking tiles of all extracts and publishes it: a way that continues in another
 * file is one way. Running servers use it from the next route on. Without an extract there is no
 * set.
 *
 * @throws {Error} when the builder fails, or DamagedExtract; the former set stays in use
 */
export async function makeWalkingTiles(
  { dataDirectory, valhalla }: TileBuilding,
  extracts: readonly TileSource[],
): Promise<"made" | "unchanged" | "removed" | "no-router"> {
  const tiles = new WalkingTiles(resolve(dataDirectory));
  if (extracts.length === 0) return tiles.removeCommonSet() ? "removed" : "unchanged";
  if (tiles.isMadeOf(extracts)) return "unchanged";
  if (tiles.useAgain(extracts)) return "made";
  if (!valhalla) return "no-router";
  const folder = tiles.startBuild();
  try {
    await build(valhalla, extracts, folder);
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    if (cause instanceof DamagedExtract) throw cause;
    const names = extracts.map(({ name }) => name).join(", ");
    throw new Error(`They could not be made of ${names}.`, { cause });
  }
  tiles.publish(folder, extracts);
  return "made";
}

/** Makes the tiles in a folder that contains nothing else at the end. */
async function build(
  valhalla: ValhallaInstallation,
  extracts: readonly TileSource[],
  folder: string,
): Promise<void> {
  const workFolder = join(folder, "work");
  mkdirSync(workFolder);
  const paths = await deduplicateWays(extracts, workFolder);
  const configPath = join(workFolder, "config.json");
  writeFileSync(configPath, JSON.stringify(valhallaConfig(folder)));
  const files = paths.map((path) => resolve(path));
  await promisify(execFile)(valhalla.tileBuilder, ["-c", configPath, ...files], {
    // The builder leaves its intermediate files in its working directory.
    cwd: workFolder,
    maxBuffer: maxOutputBytes,
  });
  rmSync(workFolder, { recursive: true });
}
