import { join } from "node:path";
import { budapestDistricts } from "#domain/geo/budapest-districts.ts";
import type { GazetteerPlace } from "./gazetteer-place.ts";
import { NameIndex } from "./name-index.ts";
import { type Areas, readAreas } from "./read-areas.ts";
import { readDistrictPoints } from "./read-district-points.ts";
import { readSettlements } from "./read-settlements.ts";
import type { Settlement } from "./settlement.ts";

/** All that the embedded level knows. */
export interface Gazetteer {
  /** The most populous first. */
  readonly settlements: readonly Settlement[];
  /** Budapest's districts, by number. */
  readonly districts: ReadonlyMap<number, GazetteerPlace>;
  readonly areas: Areas;
  readonly budapest: Settlement;
  readonly names: NameIndex<GazetteerPlace>;
}

/** Reads and indexes the gazetteer's files: 0.1 s and some 15 MB. */
export function readGazetteer(folder: string): Gazetteer {
  const settlements = readSettlements(join(folder, "settlements.tsv"));
  const budapest = settlements.find(
    ({ names, country }) => country === "HU" && names.hu === "Budapest",
  );
  if (!budapest) throw new Error(`There is no Budapest in ${folder}.`);
  const points = readDistrictPoints(join(folder, "districts.tsv"));
  const districts = new Map<number, GazetteerPlace & { kind: "district" }>();
  for (const district of budapestDistricts) {
    const position = points.get(district.roman) ?? budapest.position;
    districts.set(district.number, { kind: "district", district, position, settlement: budapest });
  }
  return {
    settlements,
    budapest,
    districts,
    areas: readAreas(join(folder, "areas.tsv")),
    names: new NameIndex<GazetteerPlace>([
      ...settlements.map((settlement) => ({
        place: { kind: "settlement" as const, settlement },
        names: Object.values(settlement.names),
        otherNames: settlement.otherNames,
      })),
      ...[...districts.values()].map((place) => ({
        place,
        names: place.district.names,
        otherNames: [],
      })),
    ]),
  };
}
