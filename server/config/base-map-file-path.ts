import type { Config } from "./config.ts";

/** The file of `MAP_PMTILES` that we serve ourselves; null where it names none, or an address elsewhere. */
export function baseMapFilePath({ mapPmtiles }: Pick<Config, "mapPmtiles">): string | null {
  return mapPmtiles === null || isWebAddress(mapPmtiles) ? null : mapPmtiles;
}

/** Whether a text is an address of the web, rather than a path. */
export function isWebAddress(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}
