import type { Language } from "#domain/language.ts";

/** What someone types, and the name of the first suggestion at each level. */
export interface SearchQuery {
  readonly text: string;
  /** Hungarian where it is left out. */
  readonly language?: Language;
  /** Null where nothing must be suggested; left out where the level is not asked. */
  readonly embedded?: string | null;
  /** On an extract of Liechtenstein. */
  readonly local?: string | null;
}

/** One table of searches for all levels, so that what one level learns is asked of the others too. */
export const searchQueries: readonly SearchQuery[] = [
  // As it is written, in any case, without accents, unfinished.
  { text: "Budapest", embedded: "Budapest" },
  { text: "GYŐR", embedded: "Győr" },
  { text: "gyor", embedded: "Győr" },
  { text: "Győ", embedded: "Győr" },
  { text: "hodmezovasarhely", embedded: "Hódmezővásárhely" },
  { text: "  székesfehérvár ", embedded: "Székesfehérvár" },
  { text: "Szeg", embedded: "Szeged" },
  { text: "szent", embedded: "Szentendre" },
  { text: "Pécs", embedded: "Pécs" },
  { text: "Vác", embedded: "Vác" },
  { text: "Velence", embedded: "Velence" },
  { text: "Komárom", embedded: "Komárom" },
  { text: "moson-magyarovar", embedded: "Mosonmagyaróvár" },
  { text: "Füred", embedded: "Balatonfüred" },
  { text: "Szfvár", embedded: "Székesfehérvár" },
  // Mistyped.
  { text: "Budapset", embedded: "Budapest" },
  { text: "Debrecem", embedded: "Debrecen" },
  { text: "Kecskmét", embedded: "Kecskemét" },
  { text: "Szekesfehrvar", embedded: "Székesfehérvár" },
  { text: "Esztergm", embedded: "Esztergom" },
  { text: "Nyiregháza", embedded: "Nyíregyháza" },
  { text: "Miskolcz", embedded: "Miskolc" },
  { text: "Sopronn", embedded: "Sopron" },
  // Budapest, short, whole, by district in every spelling, by its parts and by postcode.
  { text: "Bp.", embedded: "Budapest" },
  { text: "Pest", embedded: "Budapest" },
  { text: "Buda", embedded: "Budapest" },
  { text: "V. kerület", embedded: "Budapest V. kerület" },
  { text: "5. ker", embedded: "Budapest V. kerület" },
  { text: "Bp. V", embedded: "Budapest V. kerület" },
  { text: "Budapest, XIII. kerület", embedded: "Budapest XIII. kerület" },
  { text: "District 8", language: "en", embedded: "Budapest District VIII" },
  { text: "21. Bezirk", language: "de", embedded: "Budapest XXI. Bezirk" },
  { text: "Bp 24", embedded: "Budapest" },
  { text: "1052", embedded: "Budapest V. kerület" },
  { text: "1238 Budapest", embedded: "Budapest XXIII. kerület" },
  { text: "zuglo", embedded: "Budapest XIV. kerület" },
  { text: "Józsefváros", embedded: "Budapest VIII. kerület" },
  { text: "Margitsziget", embedded: "Budapest XIII. kerület" },
  // Names in German and English, old and new, and Hungarian names of towns abroad.
  { text: "Bécs", embedded: "Bécs" },
  { text: "Wien", language: "de", embedded: "Wien" },
  { text: "Vienna", language: "en", embedded: "Vienna" },
  { text: "Pozsony", embedded: "Pozsony" },
  { text: "Bratislava", embedded: "Pozsony" },
  { text: "Pressburg", language: "de", embedded: "Bratislava" },
  { text: "Raab", language: "de", embedded: "Győr" },
  { text: "Fünfkirchen", language: "de", embedded: "Pécs" },
  { text: "Fuenfkirchen", language: "de", embedded: "Pécs" },
  { text: "Ödenburg", language: "de", embedded: "Sopron" },
  { text: "Stuhlweissenburg", language: "de", embedded: "Székesfehérvár" },
  { text: "Steinamanger", language: "de", embedded: "Szombathely" },
  { text: "Kolozsvár", embedded: "Kolozsvár" },
  { text: "cluj napoca", language: "en", embedded: "Cluj-Napoca" },
  { text: "Klausenburg", language: "de", embedded: "Klausenburg" },
  { text: "Munich", language: "de", embedded: "München" },
  { text: "Muenchen", language: "de", embedded: "München" },
  { text: "Prága", embedded: "Prága" },
  { text: "Vaduz", embedded: "Vaduz" },
  // Addresses, of which level 1 knows the town alone.
  { text: "Kossuth Lajos utca 3, Győr", embedded: "Győr" },
  { text: "9021 Győr", embedded: "Győr" },
  { text: "Szeged, Dugonics tér", embedded: "Szeged" },
  { text: "1052 Budapest, Váci utca 5.", embedded: "Budapest V. kerület" },
  { text: "Andrássy út 60 Bp", embedded: "Budapest" },
  // Nothing that is known.
  { text: "qwertzuiop", embedded: null },
  { text: "12345", embedded: null },
  { text: "…,,,", embedded: null },
];
