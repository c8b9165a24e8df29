import type { Language } from "#domain/text/language.ts";

/**
 * A typed text, and the first suggestion of each provider: its name, or its name and the beginning
 * of its detail.
 */
export interface SearchQuery {
  readonly text: string;
  /** Hungarian where it is left out. */
  readonly language?: Language;
  /** Null where nothing must be suggested; left out where the provider is not tested. */
  readonly embedded?: string | null;
  /**
   * Among the sample places and some around Deák tér, in the middle of Budapest, with all
   * providers.
   */
  readonly own?: string;
}

/** Searches for the embedded provider and for our own places, so that a lesson of one is tested with the other too. */
export const searchQueries: readonly SearchQuery[] = [
  // As written, in any case, without accents, unfinished.
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
  { text: "Sopronn", embedded: "Sopron" },
  // Budapest: abbreviated, in full, by district in every spelling, by its parts and by postcode.
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
  { text: "Wien", language: "de", embedded: "Wien" },
  { text: "Vienna", language: "en", embedded: "Vienna" },
  { text: "Pozsony", embedded: "Pozsony" },
  { text: "Bratislava", embedded: "Pozsony" },
  { text: "Pressburg", language: "de", embedded: "Bratislava" },
  { text: "Raab", language: "de", embedded: "Győr" },
  { text: "Fünfkirchen", language: "de", embedded: "Pécs" },
  { text: "Fuenfkirchen", language: "de", embedded: "Pécs" },
  { text: "Stuhlweissenburg", language: "de", embedded: "Székesfehérvár" },
  { text: "Kolozsvár", embedded: "Kolozsvár" },
  { text: "cluj napoca", language: "en", embedded: "Cluj-Napoca" },
  { text: "Klausenburg", language: "de", embedded: "Klausenburg" },
  { text: "Munich", language: "de", embedded: "München" },
  { text: "Muenchen", language: "de", embedded: "München" },
  { text: "Prága", embedded: "Prága" },
  // Addresses, of which the embedded provider has the town alone.
  { text: "Kossuth Lajos utca 3, Győr", embedded: "Győr" },
  { text: "9021 Győr", embedded: "Győr" },
  { text: "Szeged, Dugonics tér", embedded: "Szeged" },
  { text: "1052 Budapest, Váci utca 5.", embedded: "Budapest V. kerület" },
  { text: "Andrássy út 60 Bp", embedded: "Budapest" },
  // Nothing that is known.
  { text: "qwertzuiop", embedded: null },
  { text: "12345", embedded: null },
  { text: "…,,,", embedded: null },
  { text: "Rom", language: "de", embedded: "Rom" },
  { text: "Brati", embedded: "Pozsony" },
  { text: "Bécs", embedded: "Bécs" },
  // Four letters are not similar to a town abroad.
  { text: "Deák", embedded: null, own: "Deák Ferenc tér 1." },
  // Our own places: by street, by comment, abbreviated, unfinished, with the town, near before far.
  { text: "Baross tér", own: "Baross tér 1., Budapest, a Keleti pályaudvar aluljárójában" },
  { text: "baross ter 1", own: "Baross tér 1." },
  { text: "Keleti", own: "Baross tér 1." },
  { text: "Keleti pu.", own: "Baross tér 1." },
  { text: "Kele", own: "Baross tér 1." },
  { text: "Budapest Keleti", own: "Baross tér 1." },
  { text: "Deák tér", own: "Deák Ferenc tér 1." },
  { text: "Deák t.", own: "Deák Ferenc tér 1." },
  { text: "Deák tér Győr", own: "Deák tér 5." },
  { text: "Krisztina krt. 37/a", own: "Krisztina körút 37/A" },
  { text: "Teréz krt", own: "Teréz körút 55." },
  { text: "Fő tér", own: "Fő tér 14., Szentendre" },
  { text: "Fő tér, Kőszeg", own: "Fő tér 7., Kőszeg" },
  { text: "Kossuth L. u. 20", own: "Kossuth Lajos utca 20., Tihany" },
  { text: "Europaplatz", language: "de", own: "Europaplatz 2, Wien" },
  { text: "площа", own: "площа Шандора Петефі 10" },
  // A town's name means the town, not a place in it, nor a street that is named after it.
  { text: "Budapest", own: "Budapest" },
  { text: "Győr", own: "Győr, Győr-Moson-Sopron" },
  { text: "Szege", own: "Szeged" },
];
