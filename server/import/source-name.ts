import { basename } from "node:path";

/**
 * What a file is known by from one import to the next: its name without endings and without a date or
 * 'latest', as providers of extracts add them. `/data/hungary-260101.osm.pbf` is `hungary`.
 */
export function sourceName(path: string): string {
  const name = basename(path).replace(/(\.(osm|overpass))?\.(pbf|json|geojson)$/i, "");
  return name.replace(/[-_.](latest|\d{4,8}|\d{4}-\d{2}-\d{2})$/i, "") || name;
}
