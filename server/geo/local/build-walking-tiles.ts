import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { valhallaConfig } from "./valhalla-config.ts";
import type { ValhallaInstallation } from "./valhalla-installation.ts";
import { WalkingTiles } from "./walking-tiles.ts";

/** Far more than the few lines that the builder writes. */
const maxOutputBytes = 64 * 1024 * 1024;

/**
 * Makes walking tiles out of an extract and puts them in use beside those of other extracts; servers that
 * are running take them from the next route on.
 *
 * @param version names the build; where it is in use already, nothing is done
 * @returns whether there was something to do
 * @throws {Error} when the builder fails; what was in use before stays in use
 */
export async function buildWalkingTiles(
  { dataDirectory, valhalla }: { dataDirectory: string; valhalla: ValhallaInstallation },
  { file, version }: { file: string; version: string },
): Promise<boolean> {
  const tiles = new WalkingTiles(resolve(dataDirectory));
  if (tiles.isInUse(version)) return false;
  const folder = tiles.startBuild();
  const configPath = join(folder, "config.json");
  writeFileSync(configPath, JSON.stringify(valhallaConfig(folder)));
  try {
    await promisify(execFile)(valhalla.tileBuilder, ["-c", configPath, resolve(file)], {
      // It leaves its intermediate files where it runs.
      cwd: folder,
      maxBuffer: maxOutputBytes,
    });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`the walking tiles could not be made of ${file}`, { cause });
  }
  rmSync(configPath);
  for (const leftover of leftovers) rmSync(join(folder, leftover), { force: true });
  tiles.publish(folder, version);
  return true;
}

/** Intermediate files of the builder, which it removes itself unless it is cut off. */
const leftovers = ["ways.bin", "way_nodes.bin", "nodes.bin", "edges.bin", "access.bin"];
