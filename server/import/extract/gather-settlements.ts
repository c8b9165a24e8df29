import type { Coordinates } from "#domain/geography/coordinates.ts";
import { simplifyLine } from "#domain/geography/simplify-line.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { LanguageNames } from "#server/database/schema.ts";
import { boundsOf } from "#server/geometry/bounds.ts";
import { maxValueLength, type OsmTags } from "#server/import/osm-element.ts";
import { contains, type Outline, partKinds } from "#server/import/settlement-locator.ts";
import type { ExtractGeometry, RelationMembers } from "./extract-geometry.ts";
import { isBoundary, languageNames, otherNameKeys } from "./wanted-elements.ts";

/** Order of `admin_level` for the point of a name: a city before a county of the same name. */
const levels = [8, 7, 9, 10];

/**
 * Settlements of an extract and their parts: points with a name, each with the area of the same
 * name if any, and areas of settlements and districts without such a point.
 */
export function gatherSettlements(
  geometry: ExtractGeometry,
  areas: readonly AdministrativeArea[],
): ExtractSettlement[] {
  const found = geometry.placeNodes.map(({ osmId, longitude, latitude, tags }) =>
    toSettlement(osmId, tags.place, [longitude, latitude], tags),
  );
  const byName = Map.groupBy(found, ({ name }) => nameKey(name));
  const added: ExtractSettlement[] = [];
  for (const level of levels) {
    for (const area of areas.filter((area) => area.level === level)) {
      const settlement = findNamesake(area, byName);
      if (settlement) {
        settlement.area ??= area;
        settlement.postcode ||= postcodeOf(area.relation.tags);
      } else added.push(...fromArea(area, geometry));
    }
  }
  return [...found, ...added];
}

/** Point in an area with the area's name: the settlement's, where a quarter has the same. */
function findNamesake(
  area: AdministrativeArea,
  byName: ReadonlyMap<string, readonly ExtractSettlement[]>,
): ExtractSettlement | null {
  const namesakes = byName.get(nameKey(area.relation.tags.name)) ?? [];
  const inside = namesakes.filter((one) => contains(area, [one.longitude, one.latitude]));
  const isOfParts = area.level > 8;
  return inside.find(({ isPart }) => isPart === isOfParts) ?? inside[0] ?? null;
}

/** Settlement of an area; none for a group of settlements (7), which addresses do not name. */
function fromArea(area: AdministrativeArea, geometry: ExtractGeometry): ExtractSettlement[] {
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

/** Settlement from the tags of its point or its area; `kind` is OpenStreetMap's `place`. */
function toSettlement(
  osmId: string,
  kind: string,
  [longitude, latitude]: Coordinates,
  tags: OsmTags,
): ExtractSettlement {
  return {
    osmId,
    kind,
    name: clipText(tags.name, maxValueLength),
    names: languageNames(tags),
    otherNames: otherNameKeys.flatMap((key) => tags[key]?.split(";") ?? []),
    population: parsePopulation(tags.population),
    postcode: postcodeOf(tags),
    longitude,
    latitude,
    area: null,
    isPart: partKinds.some((part) => part === kind),
  };
}

/** The only postcode; empty where there are several, as in cities. */
function postcodeOf(tags: OsmTags): string {
  const text = tags.postal_code ?? tags["addr:postcode"] ?? "";
  return /[;,]/.test(text) ? "" : text.trim();
}

/** `1 234`, `1,234`, `~1234` and the like; null for a text that is not a number of people. */
function parsePopulation(text: string | undefined): number | null {
  const digits = /^~?\s*(\d[\d .,]*)$/.exec(text ?? "")?.[1].replace(/\D/g, "") ?? "";
  const population = Number(digits);
  return digits === "" || population > 50_000_000 ? null : population;
}

export interface ExtractSettlement {
  readonly osmId: string;
  readonly kind: string;
  readonly name: string;
  readonly names: LanguageNames;
  /** Other names in use: old, local, short and official ones. */
  readonly otherNames: readonly string[];
  readonly population: number | null;
  /** Empty where it has several, or none in the file; addresses may supply it then. */
  postcode: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Outline, simplified; null where it is missing or incomplete in the extract. */
  area: Outline | null;
  /** Whether it is a part of a settlement: a district, a quarter. */
  readonly isPart: boolean;
}

/** Administrative area that is complete in the file. */
export interface AdministrativeArea extends Outline {
  readonly relation: RelationMembers;
  /** `admin_level`: 2 country, 4–6 county, 7 and 8 settlement, 9 and 10 part of one. */
  readonly level: number;
}

/** Tolerance of an outline: invisible, and a tenth of the points is left. */
const toleranceMeters = 10;

export function findAreas(geometry: ExtractGeometry): AdministrativeArea[] {
  return geometry.relations.flatMap((relation) => {
    if (!isBoundary(relation.tags)) return [];
    const outline = geometry.rings(relation);
    if (outline === null) return [];
    const rings = outline.map((ring) => simplifyLine(ring, toleranceMeters));
    return [{ relation, level: Number(relation.tags.admin_level), rings, bounds: boundsOf(rings) }];
  });
}
