import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { buildWalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import { fileDigest, sourceName } from "#server/import/source-file.ts";

/** Length of the part of a digest that tells two files of the same name apart. */
const digestLetters = 16;

/**
 * Makes the walking tiles of an extract, where the router is installed. They replace those of an
 * earlier file of the same name; those of other extracts stay in use.
 *
 * @returns a message to the operator
 */
export async function renewWalkingTiles(path: string, dataDirectory: string): Promise<string> {
  const valhalla = findValhalla();
  if (!valhalla) {
    return "Walking directions: no router is installed. npm run routing:install, then import again.";
  }
  const digest = await fileDigest(path);
  const version = `${sourceName(path)}-${digest.slice(0, digestLetters)}`;
  const isNew = await buildWalkingTiles({ dataDirectory, valhalla }, { file: path, version });
  return isNew
    ? "Walking directions: the ways of this file are in use."
    : "Walking directions: the ways of this very file are in use already.";
}
