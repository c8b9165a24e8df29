import { fallbackLanguage, type Language } from "#domain/text/language.ts";

/** Kind of landmark that a search finds, one of `domain/map/landmarks.ts`. */
export type SearchedLandmark = keyof typeof rows;

interface LandmarkRow {
  /** Score in a search, in powers of ten of population: of two names the better known comes first. */
  readonly score: number;
  /** Words for the kind: the first is its label, the others are found too. */
  readonly words: Readonly<Record<Language, readonly string[]>>;
}

const row = (score: number, hu: string, en: string, de: string): LandmarkRow => ({
  score,
  words: { hu: hu.split(", "), en: en.split(", "), de: de.split(", ") },
});

const rail = [
  "vasútállomás, pályaudvar, állomás",
  "railway station, train station, station",
] as const;
const school = ["iskola, általános iskola, gimnázium", "school", "Schule, Gymnasium"] as const;
const university = ["egyetem, főiskola", "university, college", "Universität, Hochschule"] as const;

const rows = {
  subway: row(
    0.5,
    "metróállomás, metró, metrómegálló",
    "metro station, metro, subway, subway station, underground station",
    "U-Bahn-Station, U-Bahn, Metro",
  ),
  station: row(0.8, ...rail, "Bahnhof, Station"),
  halt: row(
    0.5,
    `vasúti megálló, ${rail[0]}`,
    `railway halt, ${rail[1]}`,
    "Haltepunkt, Bahnhof, Station",
  ),
  tram_stop: row(
    -0.5,
    "villamosmegálló, villamos",
    "tram stop, tram",
    "Straßenbahnhaltestelle, Tramhaltestelle, Straßenbahn, Tram",
  ),
  bus_station: row(
    0.5,
    "autóbusz-állomás, buszpályaudvar, buszállomás",
    "bus station, coach station",
    "Busbahnhof, Busstation",
  ),
  ferry_terminal: row(
    0.5,
    "hajóállomás, komp, kikötő",
    "ferry terminal, ferry",
    "Fähranleger, Fähre, Schiffstation",
  ),
  aerodrome: row(0.8, "repülőtér, reptér", "airport, airfield", "Flughafen, Flugplatz"),
  castle: row(0.5, "vár, kastély", "castle, palace", "Schloss, Burg"),
  museum: row(0.5, "múzeum", "museum", "Museum"),
  theatre: row(0.3, "színház", "theatre, theater", "Theater"),
  library: row(0.2, "könyvtár", "library", "Bibliothek, Bücherei"),
  place_of_worship: row(
    0,
    "templom, kápolna, zsinagóga, mecset",
    "place of worship, church, chapel, synagogue, mosque, temple",
    "Gotteshaus, Kirche, Kapelle, Synagoge, Moschee",
  ),
  townhall: row(
    0.3,
    "városháza, polgármesteri hivatal",
    "town hall, city hall",
    "Rathaus, Gemeindeamt",
  ),
  university: row(0.5, ...university),
  college: row(0.2, "főiskola, egyetem", "college, university", "Hochschule, Universität"),
  school: row(0, ...school),
  hospital: row(0.5, "kórház", "hospital", "Krankenhaus, Spital, Klinik"),
  pharmacy: row(0, "gyógyszertár, patika", "pharmacy, chemist, drugstore", "Apotheke"),
  stadium: row(0.5, "stadion", "stadium", "Stadion"),
  department_store: row(0.5, "áruház", "department store", "Kaufhaus, Warenhaus"),
  mall: row(
    0.5,
    "bevásárlóközpont, pláza",
    "shopping centre, shopping center, mall, shopping mall",
    "Einkaufszentrum, Shoppingcenter",
  ),
  marketplace: row(
    0.3,
    "piac, vásárcsarnok",
    "market, market hall, marketplace",
    "Markt, Markthalle",
  ),
  supermarket: row(0, "szupermarket", "supermarket, grocery store", "Supermarkt"),
  zoo: row(0.5, "állatkert", "zoo", "Zoo, Tierpark"),
  cinema: row(0.2, "mozi", "cinema", "Kino"),
  hotel: row(0, "szálloda, hotel", "hotel", "Hotel"),
  park: row(0, "park", "park", "Park"),
  beach: row(0.2, "strand, tengerpart", "beach", "Strand, Badestrand"),
  rest_area: row(
    0,
    "pihenőhely, autós pihenő",
    "rest area, lay-by",
    "Rastplatz, Autobahnrastplatz",
  ),
  services: row(
    0.2,
    "autópálya-pihenő, szervizpihenő",
    "motorway services, service area",
    "Raststätte, Autobahnraststätte",
  ),
  attraction: row(0.3, "látnivaló, nevezetesség", "attraction, sight", "Sehenswürdigkeit"),
};

/** Landmarks that the address search of an extract finds (docs/product#landmarks). */
export const searchedLandmarks: Readonly<Record<SearchedLandmark, LandmarkRow>> = rows;

export function isSearchedLandmark(text: string): text is SearchedLandmark {
  return Object.hasOwn(searchedLandmarks, text);
}

/** Name of a kind, such as `railway station`. */
export function landmarkLabel(kind: SearchedLandmark, language: Language): string {
  const { words } = searchedLandmarks[kind];
  return (words[language] ?? words[fallbackLanguage])[0];
}
