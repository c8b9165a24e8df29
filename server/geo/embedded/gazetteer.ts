import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BudapestDistrict,
  budapestDistricts,
} from "#domain/address-search/budapest-districts.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { inEachLanguage, type Language } from "#domain/text/language.ts";
import { NameIndex } from "./name-index.ts";

/** Gazetteer: the data of the embedded provider. */
export interface Gazetteer {
  /** Settlements, the most populous first. */
  readonly settlements: readonly Settlement[];
  /** Budapest's districts, by number. */
  readonly districts: ReadonlyMap<number, GazetteerPlace>;
  readonly areas: Areas;
  readonly budapest: Settlement;
  /** Index of the names, made when it is first used. */
  readonly names: NameIndex<GazetteerPlace>;
}

/** Gazetteers by their folder: one of a process serves its provider and its imports. */
const gazetteers = new Map<string, Gazetteer>();

/** The gazetteer of a folder, whose files are read at the first call: 0.1 s and some 15 MB, with the index of names. */
export function gazetteerIn(folder = join(import.meta.dirname, "gazetteer")): Gazetteer {
  const gazetteer = gazetteers.get(folder) ?? readGazetteer(folder);
  gazetteers.set(folder, gazetteer);
  return gazetteer;
}

function readGazetteer(folder: string): Gazetteer {
  const settlements = readSettlements(join(folder, "settlements.tsv"));
  const budapest = settlements.find(
    ({ names, country }) => country === "HU" && names.hu === "Budapest",
  );
  if (!budapest) throw new Error(`Budapest is missing in ${folder}.`);
  const points = readDistrictPoints(join(folder, "districts.tsv"));
  const districts = new Map<number, GazetteerPlace & { kind: "district" }>();
  for (const district of budapestDistricts) {
    const position = points.get(district.roman) ?? budapest.position;
    districts.set(district.number, { kind: "district", district, position, settlement: budapest });
  }
  const areas = readAreas(join(folder, "areas.tsv"));
  let names: NameIndex<GazetteerPlace> | null = null;
  return {
    settlements,
    budapest,
    districts,
    areas,
    get names() {
      names ??= indexNames(settlements, [...districts.values()]);
      return names;
    },
  };
}

function indexNames(
  settlements: readonly Settlement[],
  districts: readonly (GazetteerPlace & { kind: "district" })[],
): NameIndex<GazetteerPlace> {
  return new NameIndex<GazetteerPlace>([
    ...settlements.map((settlement) => ({
      place: { kind: "settlement" as const, settlement },
      names: Object.values(settlement.names),
      otherNames: settlement.otherNames,
    })),
    ...districts.map((place) => ({
      place,
      names: place.district.names,
      otherNames: [],
    })),
  ]);
}

/** Entry of the gazetteer: a settlement, or a district of Budapest. */
export type GazetteerPlace =
  | { readonly kind: "settlement"; readonly settlement: Settlement }
  | {
      readonly kind: "district";
      readonly district: BudapestDistrict;
      /** Point in the district. */
      readonly position: Coordinates;
      /** Budapest. */
      readonly settlement: Settlement;
    };

/** Settlement of the gazetteer. */
export interface Settlement {
  /** GeoNames' number. */
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** County of Hungary; empty in other countries. */
  readonly county: string;
  readonly population: number;
  readonly position: Coordinates;
  /** Names in the product's languages; often the same. */
  readonly names: Readonly<Record<Language, string>>;
  /** Further names to search by, never shown. */
  readonly otherNames: readonly string[];
}

/**
 * Reads the settlements that `basemap/build-gazetteer.ts` has written (it describes the columns),
 * the most populous first.
 */
function readSettlements(path: string): Settlement[] {
  return readRows(path).map(parseRow);
}

/** Languages of the columns of names after the English one. */
const namedLanguages: readonly Language[] = ["hu", "de"];

function parseRow(row: readonly string[]): Settlement {
  const [id, country, county, population, longitude, latitude, english, ...further] = row;
  const otherNames = further[namedLanguages.length];
  return {
    id: Number(id),
    country,
    county: countyNames[county] ?? "",
    population: Number(population),
    position: [Number(longitude), Number(latitude)],
    names: inEachLanguage((language) => further[namedLanguages.indexOf(language)] || english),
    otherNames: otherNames === "" ? [] : otherNames.split("|"),
  };
}

/** [lng, lat, lng, lat, …]. Closed: the last point is the first. */
type Ring = readonly number[];

/** Areas whose border is known well enough to tell whether a point is inside. */
interface Areas {
  /** Border of Hungary, to about 300 m. */
  readonly hungary: Ring;
  /** Border of Budapest, to about 500 m. */
  readonly budapest: Ring;
}

/** Reads the areas that `basemap/build-gazetteer.ts` has written. */
function readAreas(path: string): Areas {
  const rings = new Map(
    readRows(path).map(([name, points]) => [name, points.split(" ").map(Number)]),
  );
  return { hungary: rings.get("HU") ?? [], budapest: rings.get("Budapest") ?? [] };
}

/** Points in Budapest's districts, one for each Roman number. */
function readDistrictPoints(path: string): Map<string, Coordinates> {
  return new Map(
    readRows(path).map(([roman, longitude, latitude]) => [
      roman,
      [Number(longitude), Number(latitude)],
    ]),
  );
}

/** Rows of a file of tab-separated values, without its last line break. */
function readRows(path: string): string[][] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => line.split("\t"));
}

/** Names of Hungary's counties by GeoNames' numbers. */
const countyNames: Readonly<Record<string, string>> = {
  "01": "Bács-Kiskun",
  "02": "Baranya",
  "03": "Békés",
  "04": "Borsod-Abaúj-Zemplén",
  "05": "Budapest",
  "06": "Csongrád-Csanád",
  "08": "Fejér",
  "09": "Győr-Moson-Sopron",
  "10": "Hajdú-Bihar",
  "11": "Heves",
  "12": "Komárom-Esztergom",
  "14": "Nógrád",
  "16": "Pest",
  "17": "Somogy",
  "18": "Szabolcs-Szatmár-Bereg",
  "20": "Jász-Nagykun-Szolnok",
  "21": "Tolna",
  "22": "Vas",
  "23": "Veszprém",
  "24": "Zala",
};
