import type { Language } from "#domain/text/language.ts";

/** Kind of landmark that a search finds, by the value of its OpenStreetMap tag. */
export type SearchedLandmark = keyof typeof rows;

interface LandmarkRow {
  /** Key of the OpenStreetMap tag. */
  readonly key: string;
  /** Score in a search, in powers of ten of population: of two names the better known comes first. */
  readonly score: number;
  /** Words for the kind: the first is its label, the others are found too. */
  readonly words: Readonly<Record<Language, readonly string[]>>;
}

const row = (key: string, score: number, hu: string, en: string, de: string): LandmarkRow => ({
  key,
  score,
  words: { hu: hu.split(", "), en: en.split(", "), de: de.split(", ") },
});

const rail = [
  "vasútállomás, pályaudvar, állomás",
  "railway station, train station, station",
] as const;
const school = ["iskola, általános iskola, gimnázium", "school", "Schule, Gymnasium"] as const;
const university = ["egyetem, főiskola", "university, college", "Universität, Hochschule"] as const;

/** An element of several kinds is a landmark of the first. */
const rows = {
  subway: row(
    "station",
    0.5,
    "metróállomás, metró, metrómegálló",
    "metro station, metro, subway, subway station, underground station",
    "U-Bahn-Station, U-Bahn, Metro",
  ),
  station: row("railway", 0.8, ...rail, "Bahnhof, Station"),
  halt: row(
    "railway",
    0.5,
    `vasúti megálló, ${rail[0]}`,
    `railway halt, ${rail[1]}`,
    "Haltepunkt, Bahnhof, Station",
  ),
  tram_stop: row(
    "railway",
    -0.5,
    "villamosmegálló, villamos",
    "tram stop, tram",
    "Straßenbahnhaltestelle, Tramhaltestelle, Straßenbahn, Tram",
  ),
  bus_station: row(
    "amenity",
    0.5,
    "autóbusz-állomás, buszpályaudvar, buszállomás",
    "bus station, coach station",
    "Busbahnhof, Busstation",
  ),
  ferry_terminal: row(
    "amenity",
    0.5,
    "hajóállomás, komp, kikötő",
    "ferry terminal, ferry",
    "Fähranleger, Fähre, Schiffstation",
  ),
  aerodrome: row("aeroway", 0.8, "repülőtér, reptér", "airport, airfield", "Flughafen, Flugplatz"),
  castle: row("historic", 0.5, "vár, kastély", "castle, palace", "Schloss, Burg"),
  museum: row("tourism", 0.5, "múzeum", "museum", "Museum"),
  theatre: row("amenity", 0.3, "színház", "theatre, theater", "Theater"),
  library: row("amenity", 0.2, "könyvtár", "library", "Bibliothek, Bücherei"),
  place_of_worship: row(
    "amenity",
    0,
    "templom, kápolna, zsinagóga, mecset",
    "place of worship, church, chapel, synagogue, mosque, temple",
    "Gotteshaus, Kirche, Kapelle, Synagoge, Moschee",
  ),
  townhall: row(
    "amenity",
    0.3,
    "városháza, polgármesteri hivatal",
    "town hall, city hall",
    "Rathaus, Gemeindeamt",
  ),
  university: row("amenity", 0.5, ...university),
  college: row(
    "amenity",
    0.2,
    "főiskola, egyetem",
    "college, university",
    "Hochschule, Universität",
  ),
  school: row("amenity", 0, ...school),
  hospital: row("amenity", 0.5, "kórház", "hospital", "Krankenhaus, Spital, Klinik"),
  pharmacy: row("amenity", 0, "gyógyszertár, patika", "pharmacy, chemist, drugstore", "Apotheke"),
  stadium: row("leisure", 0.5, "stadion", "stadium", "Stadion"),
  department_store: row("shop", 0.5, "áruház", "department store", "Kaufhaus, Warenhaus"),
  mall: row(
    "shop",
    0.5,
    "bevásárlóközpont, pláza",
    "shopping centre, shopping center, mall, shopping mall",
    "Einkaufszentrum, Shoppingcenter",
  ),
  marketplace: row(
    "amenity",
    0.3,
    "piac, vásárcsarnok",
    "market, market hall, marketplace",
    "Markt, Markthalle",
  ),
  supermarket: row("shop", 0, "szupermarket", "supermarket, grocery store", "Supermarkt"),
  zoo: row("tourism", 0.5, "állatkert", "zoo", "Zoo, Tierpark"),
  cinema: row("amenity", 0.2, "mozi", "cinema", "Kino"),
  park: row("leisure", 0, "park", "park", "Park"),
  attraction: row(
    "tourism",
    0.3,
    "látnivaló, nevezetesség",
    "attraction, sight",
    "Sehenswürdigkeit",
  ),
};

/** Landmarks that the address search of an extract finds (docs/product#landmarks). */
export const searchedLandmarks: Readonly<Record<SearchedLandmark, LandmarkRow>> = rows;

export function isSearchedLandmark(text: string): text is SearchedLandmark {
  return Object.hasOwn(searchedLandmarks, text);
}

/** Name of a kind, such as `railway station`. */
export function landmarkLabel(kind: SearchedLandmark, language: Language): string {
  return searchedLandmarks[kind].words[language][0];
}
