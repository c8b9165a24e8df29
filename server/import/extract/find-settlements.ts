import { searchKey } from "#domain/search-key.ts";
import type { OsmElement } from "../osm-element.ts";
import type { ExtractGeometry } from "./extract-geometry.ts";
import { type AdministrativeArea, contains } from "./find-areas.ts";
import type { Settlement } from "./settlement.ts";
import { toSettlement } from "./to-settlement.ts";

/** In which order areas look for the point of their name: a city's before its county's of that name. */
const levels = [8, 7, 9, 10];

/**
 * The settlements of an extract and their parts: points with a name, each with the area that bears
 * its name where there is one, and the areas of settlements and districts that no point stands for.
 */
export function findSettlements(
  geometry: ExtractGeometry,
  areas: readonly AdministrativeArea[],
): Settlement[] {
  const found = geometry.placeNodes.map(fromNode);
  const byName = Map.groupBy(found, ({ name }) => nameKey(name));
  const added: Settlement[] = [];
  for (const level of levels) {
    for (const area of areas.filter((area) => area.level === level)) {
      const settlement = findNamesake(area, byName);
      if (settlement) settlement.area ??= area;
      else added.push(...fromArea(area, geometry));
    }
  }
  return [...found, ...added];
}

function fromNode({ osmId, longitude, latitude, tags }: OsmElement): Settlement {
  return toSettlement(osmId, tags.place, [longitude, latitude], tags);
}

/** The point inside that bears the area's name: the settlement's, where a quarter has it as well. */
function findNamesake(
  area: AdministrativeArea,
  byName: ReadonlyMap<string, readonly Settlement[]>,
): Settlement | null {
  const namesakes = byName.get(nameKey(area.relation.tags.name)) ?? [];
  const inside = namesakes.filter((one) => contains(area, [one.longitude, one.latitude]));
  const isOfParts = area.level > 8;
  return inside.find(({ isPart }) => isPart === isOfParts) ?? inside[0] ?? null;
}

/** Nothing for a group of settlements (7), which nobody names in an address. */
function fromArea(area: AdministrativeArea, geometry: ExtractGeometry): Settlement[] {
  const { relation, level } = area;
  const middle = geometry.middle(relation);
  if (middle === null || level === 7) return [];
  const kind = level === 8 ? "village" : level === 9 ? "borough" : "suburb";
  return [{ ...toSettlement(`relation/${relation.id}`, kind, middle, relation.tags), area }];
}

/** `Buchs (SG)` is Buchs. */
function nameKey(name: string): string {
  return searchKey(name.replace(/\s*\(.*\)$/, ""));
}
