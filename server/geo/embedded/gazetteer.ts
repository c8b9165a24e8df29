import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BudapestDistrict,
  budapestDistricts,
} from "#domain/address-search/budapest-districts.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { inEachLanguage, type Language } from "#domain/text/language.ts";
import { nameKey } from "#domain/text/search-key.ts";

/** Gazetteer: the data of the embedded provider. */
export interface Gazetteer {
  /** Languages with names of settlements. */
  readonly languages: readonly Language[];
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
  const [columns, ...rows] = readRows(join(folder, "settlements.tsv"));
  const settlements = rows.map((row) => parseRow(row, columns));
  const budapest = settlements.find(
    ({ names, country }) => country === "HU" && names.en === "Budapest",
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
    languages: columns.slice(columns.indexOf("en"), -1),
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

export interface Settlement {
  /** GeoNames' number. */
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** County of Hungary; empty in other countries. */
  readonly county: string;
  readonly population: number;
  readonly position: Coordinates;
  /** Names in the product's languages, English where the file has no other. */
  readonly names: Readonly<Record<Language, string>>;
  /** Further names to search by, never shown. */
  readonly otherNames: readonly string[];
}

/**
 * A row of the settlements that `basemap/build-gazetteer.ts` has written (it describes the columns).
 *
 * @param columns their names, of names of settlements the languages
 */
function parseRow(row: readonly string[], columns: readonly string[]): Settlement {
  const [id, country, county, population, longitude, latitude, english] = row;
  const otherNames = row[columns.indexOf("others")];
  return {
    id: Number(id),
    country,
    county: countyNames[county] ?? "",
    population: Number(population),
    position: [Number(longitude), Number(latitude)],
    names: inEachLanguage((language) => row[columns.indexOf(language)] || english),
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

/** Match of a name with the typed text. */
export interface NameMatch<Place> {
  readonly place: Place;
  /**
   * Quality of the match: the exact name, its beginning, the beginning of a later term, or a
   * spelling similar to one of the first two.
   */
  readonly kind: "exact" | "beginning" | "term" | "similar";
  /** Number of letters that differ; 0 except for `similar`. */
  readonly edits: number;
  /** Whether the name is only searched by, and never shown. */
  readonly isOtherName: boolean;
}

interface Entry<Place> {
  /** Name from one of its terms on. */
  readonly key: string;
  readonly place: Place;
  readonly startsName: boolean;
  readonly isOtherName: boolean;
}

/** Minimum length of a typed text that may match a later term. */
const minTermLetters = 3;

/** Index of places by the beginnings of their names' terms, and by names of similar spelling. */
class NameIndex<Place> {
  readonly #entries: readonly Entry<Place>[];
  /** Set of letters of the entry of the same number. */
  readonly #letters: Int32Array;

  constructor(
    places: Iterable<{ place: Place; names: readonly string[]; otherNames: readonly string[] }>,
  ) {
    const entries: Entry<Place>[] = [];
    for (const { place, names, otherNames } of places) {
      const keys = new Set([...new Set(names)].map(nameKey));
      const otherKeys = new Set(otherNames.map(nameKey).filter((key) => !keys.has(key)));
      for (const key of keys) entries.push(...entriesOf(key, place, false));
      for (const key of otherKeys) entries.push(...entriesOf(key, place, true));
    }
    this.#entries = entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    this.#letters = Int32Array.from(this.#entries, ({ key }) => letterSet(key));
  }

  /** @param key key of the typed text, not empty */
  findBeginnings(key: string): NameMatch<Place>[] {
    const matches: NameMatch<Place>[] = [];
    for (let at = this.#firstAtOrAfter(key); at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (!entry.key.startsWith(key)) break;
      const isExact = entry.startsName && entry.key === key;
      const kind = isExact ? "exact" : entry.startsName ? "beginning" : "term";
      matches.push({ place: entry.place, kind, edits: 0, isOtherName: entry.isOtherName });
    }
    return matches;
  }

  findExact(key: string): NameMatch<Place>[] {
    const matches: NameMatch<Place>[] = [];
    for (let at = this.#firstAtOrAfter(key); this.#entries[at]?.key === key; at++) {
      const { place, startsName, isOtherName } = this.#entries[at];
      if (startsName) matches.push({ place, kind: "exact", edits: 0, isOtherName });
    }
    return matches;
  }

  /**
   * Finds the places whose name, or its beginning, differs from the typed text by at most `most`
   * letters.
   */
  findSimilar(key: string, most: number): NameMatch<Place>[] {
    const letters = letterSet(key);
    const matches: NameMatch<Place>[] = [];
    for (let at = 0; at < this.#entries.length; at++) {
      if (lettersMissing(letters, this.#letters[at]) > most) continue;
      const entry = this.#entries[at];
      if (!entry.startsName || !beginsAlike(key, entry.key)) continue;
      const edits = editDistance(key, entry.key, { most, isPrefix: true });
      if (edits > most) continue;
      matches.push({ place: entry.place, kind: "similar", edits, isOtherName: entry.isOtherName });
    }
    return matches;
  }

  #firstAtOrAfter(key: string): number {
    const entries = this.#entries;
    return lowerBound(0, entries.length, (at) => entries[at].key < key);
  }
}

/**
 * Whether one of the first two letters of each text is among those of the other: nearly every
 * typing mistake leaves one.
 */
function beginsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0];
}

/** Entries of a name: one for all of it and one for each later term that is long enough. */
function entriesOf<Place>(name: string, place: Place, isOtherName: boolean): Entry<Place>[] {
  const entries: Entry<Place>[] = [{ key: name, place, startsName: true, isOtherName }];
  for (let at = name.indexOf(" ") + 1; at > 0; at = name.indexOf(" ", at) + 1) {
    const key = name.slice(at);
    if (key.split(" ", 1)[0].length < minTermLetters) continue;
    entries.push({ key, place, startsName: false, isOtherName });
  }
  return entries;
}

const letterA = "a".charCodeAt(0);

/** Set of the letters a to z in a text, one bit each: a quick test that two texts differ. */
function letterSet(key: string): number {
  let set = 0;
  for (let at = 0; at < key.length; at++) {
    const letter = key.charCodeAt(at) - letterA;
    if (letter >= 0 && letter < 26) set |= 1 << letter;
  }
  return set;
}

/** Number of letters in one set that the other lacks. */
function lettersMissing(of: number, from: number): number {
  let missing = of & ~from;
  let count = 0;
  while (missing !== 0) {
    missing &= missing - 1;
    count++;
  }
  return count;
}
