import { existsSync } from "node:fs";
import { join } from "node:path";

/** Folder of the street map that is made of the operator's extracts. */
export function streetMapFolder(dataDirectory: string): string {
  return join(dataDirectory, "street-map");
}

/** Path of that street map, a PMTiles file; it is there once an extract was imported. */
export function streetMapPath(dataDirectory: string): string {
  return join(streetMapFolder(dataDirectory), "streets.pmtiles");
}

/** Whether the street map is there. Cheap enough to ask before each page. */
export function hasStreetMap(dataDirectory: string): boolean {
  return existsSync(streetMapPath(dataDirectory));
}
