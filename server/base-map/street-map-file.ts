import { existsSync } from "node:fs";
import { join } from "node:path";

/** Folder of the street map of the operator's extracts. */
export function streetMapFolder(dataDirectory: string): string {
  return join(dataDirectory, "street-map");
}

/** Path of that street map, a PMTiles file; it exists once an extract was imported. */
export function streetMapPath(dataDirectory: string): string {
  return join(streetMapFolder(dataDirectory), "streets.pmtiles");
}

/** Whether the street map exists. Cheap enough to call before each page. */
export function hasStreetMap(dataDirectory: string): boolean {
  return existsSync(streetMapPath(dataDirectory));
}
