import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";

/**
 * A typed text, and the first suggestion of each provider: its name, or its name and the beginning
 * of its detail.
 */
export interface SearchQuery {
  readonly text: string;
  /** Hungarian where it is left out. */
  readonly language?: Language;
  /** Nowhere where it is left out. */
  readonly near?: Coordinates;
  /** Null where nothing must be suggested; left out where the provider is not tested. */
  readonly embedded?: string | null;
  /** On an extract of Liechtenstein. */
  readonly local?: string | null;
  /** On an extract of the middle of Helsinki. */
  readonly helsinki?: string | null;
  /** On that extract together with the gazetteer; as `local`, if there is any, where it is left out. */
  readonly joined?: string;
  /**
   * Among the sample places and some around Deák tér, in the middle of Budapest, with all
   * providers.
   */
  readonly own?: string;
}

/** Vaduz, and the middle of Helsinki. */
const vaduz: Coordinates = [9.52, 47.14];
const helsinki: Coordinates = [24.941, 60.17];

/**
 * One table of searches for all providers, so that a lesson of one is tested with the others too.
 */
export const searchQueries: readonly SearchQuery[] = [
  // As written, in any case, without accents, unfinished.
  { text: "Budapest", embedded: "Budapest", local: null },
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
  { text: "Budapset", embedded: "Budapest", local: null },
  { text: "Debrecem", embedded: "Debrecen" },
  { text: "Kecskmét", embedded: "Kecskemét" },
  { text: "Szekesfehrvar", embedded: "Székesfehérvár" },
  { text: "Esztergm", embedded: "Esztergom" },
  { text: "Nyiregháza", embedded: "Nyíregyháza" },
  { text: "Miskolcz", embedded: "Miskolc" },
  { text: "Sopronn", embedded: "Sopron" },
  // Budapest: abbreviated, in full, by district in every spelling, by its parts and by postcode.
  { text: "Bp.", embedded: "Budapest" },
  { text: "Pest", embedded: "Budapest" },
  { text: "Buda", embedded: "Budapest" },
  { text: "V. kerület", embedded: "Budapest V. kerület", local: null },
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
  { text: "Ödenburg", language: "de", embedded: "Sopron" },
  { text: "Stuhlweissenburg", language: "de", embedded: "Székesfehérvár" },
  { text: "Steinamanger", language: "de", embedded: "Szombathely" },
  { text: "Kolozsvár", embedded: "Kolozsvár" },
  { text: "cluj napoca", language: "en", embedded: "Cluj-Napoca" },
  { text: "Klausenburg", language: "de", embedded: "Klausenburg" },
  { text: "Munich", language: "de", embedded: "München" },
  { text: "Muenchen", language: "de", embedded: "München" },
  { text: "Prága", embedded: "Prága" },
  { text: "Vaduz", embedded: "Vaduz", local: "Vaduz" },
  // Addresses, of which the embedded provider has the town alone.
  { text: "Kossuth Lajos utca 3, Győr", embedded: "Győr" },
  { text: "9021 Győr", embedded: "Győr" },
  { text: "Szeged, Dugonics tér", embedded: "Szeged" },
  { text: "1052 Budapest, Váci utca 5.", embedded: "Budapest V. kerület" },
  { text: "Andrássy út 60 Bp", embedded: "Budapest" },
  // Nothing that is known.
  { text: "qwertzuiop", embedded: null, local: null },
  { text: "12345", embedded: null, local: null },
  { text: "…,,,", embedded: null, local: null },

  // Settlements of the extract: unfinished, without accents, mistyped, parts, by postcode.
  { text: "vaduz", local: "Vaduz" },
  { text: "Scha", local: "Schaan, Wahlkreis Oberland" },
  { text: "SCHAANWALD", local: "Schaanwald" },
  { text: "Steg", local: "Steg" },
  { text: "Vadus", local: "Vaduz" },
  { text: "Blazers", local: "Balzers" },
  { text: "Trisen", local: "Triesen" },
  { text: "Triesenbreg", local: "Triesenberg" },
  { text: "magrual", local: "Magrüal, 9495 Triesen" },
  { text: "gamprin bendern", local: "Gamprin-Bendern" },
  { text: "9490", local: "Vaduz" },
  { text: "9491 Ruggell", local: "Ruggell" },
  // Streets: in full, unfinished, without accents, by other letters for umlauts, abbreviated,
  // mistyped.
  { text: "Städtle", local: "Städtle, 9490 Vaduz" },
  { text: "stadtle vaduz", local: "Städtle, 9490 Vaduz" },
  { text: "Staedtle", local: "Städtle, 9490 Vaduz" },
  { text: "aeulestr vaduz", local: "Aeulestrasse, 9490 Vaduz" },
  { text: "Toniaulestrasse", local: "Toniäulestrasse, 9490 Vaduz" },
  { text: "Taescherlochstrasse", local: "Täscherlochstrasse, 9497 Triesenberg" },
  { text: "Landstraße, Triesen", local: "Landstrasse, 9495 Triesen" },
  { text: "Triesen Landstr.", local: "Landstrasse, 9495 Triesen" },
  { text: "Bahnhofstr", local: "Bahnhofstrasse, 9494 Schaan" },
  { text: "fürst franz josef", local: "Fürst-Franz-Josef-Strasse, 9490 Vaduz" },
  { text: "Peter Kaiser Pl.", local: "Peter-Kaiser-Platz, 9490 Vaduz" },
  { text: "Pardiel", local: "Im Pardiel, 9494 Schaan" },
  { text: "Landstrase Schan", local: "Landstrasse, 9494 Schaan" },
  { text: "Gapetschstrase", local: "Gapetschstrasse, 9494 Schaan" },
  { text: "Rottenbodenstrasse", local: "Rotenbodenstrasse, 9497 Triesenberg" },
  { text: "Herengasse Vaduz", local: "Herrengasse, 9490 Vaduz" },
  { text: "Bahnhof Strasse Schaan", local: "Bahnhofstrasse, 9494 Schaan" },
  { text: "Sankt Josefs-Gasse", local: "Sankt-Josefs-Gasse, 9490 Vaduz" },
  { text: "St. Florinsgasse", local: "Sankt Florinsgasse, 9490 Vaduz" },
  { text: "Bahnhof Street, Schaan", language: "en", local: "Bahnhofstrasse, 9494 Schaan" },
  // Houses: in any order, with letters, postcodes, countries and floors; streets where there is no such house.
  { text: "Landstrasse 5, Schaan", local: "Landstrasse 5, 9494 Schaan" },
  { text: "5 Landstrasse Schaan", language: "en", local: "Landstrasse 5, 9494 Schaan" },
  { text: "Schaan, Landstr. 5", local: "Landstrasse 5, 9494 Schaan" },
  { text: "Landstrase 5, 9494 Shaan", local: "Landstrasse 5, 9494 Schaan" },
  { text: "FL-9497 Triesenberg, Bergstrasse 25", local: "Bergstrasse 25, 9497 Triesenberg" },
  { text: "Bergstrasse 25, Liechtenstein", local: "Bergstrasse 25, 9497 Triesenberg" },
  { text: "im pardiel 16", local: "Im Pardiel 16, 9494 Schaan" },
  { text: "Alvierweg 14a", local: "Alvierweg 14a, 9490 Vaduz" },
  { text: "Alvierweg 14/A", local: "Alvierweg 14a, 9490 Vaduz" },
  { text: "Alvierweg 14 a", local: "Alvierweg 14a, 9490 Vaduz" },
  { text: "Zollstrasse 16, Vaduz", local: "Zollstr. 16, 9489 Vaduz" },
  { text: "Dr Josef Hoop Strasse 16", local: "Dr. Josef Hoop-Str. 16, 9492 Eschen" },
  { text: "St. Martins-Ring 2", local: "St. Martins-Ring 2, 9492 Eschen" },
  { text: "Städtle 43, 2. Stock", local: "Städtle 43, 9490 Vaduz" },
  { text: "am schragen weg 31", local: "Am Schrägen Weg 31, 9490 Vaduz" },
  { text: "Bahnhofstrasse 999, Schaan", local: "Bahnhofstrasse, 9494 Schaan" },
  { text: "Unbekannte Strasse 5, Vaduz", local: "Vaduz" },
  // Landmarks: in full, by terms, unfinished, mistyped, in the reader's language.
  { text: "Schloss Gutenberg", local: "Schloss Gutenberg, vár, 9496 Balzers" },
  { text: "gutenberg", language: "en", local: "Schloss Gutenberg, castle, 9496 Balzers" },
  { text: "Gutenbreg", language: "de", local: "Schloss Gutenberg, Schloss, 9496 Balzers" },
  { text: "Landesmus", local: "Liechtensteinisches Landesmuseum Vaduz, múzeum, Städtle 43, 9490" },
  { text: "Apotheke am Postplatz", local: "Apotheke am Postplatz, gyógyszertár, 9494 Schaan" },
  { text: "Bushof", language: "de", local: "Bushof, Busbahnhof, 9494 Schaan" },
  { text: "Rathaus Vaduz", language: "de", local: "Rathaus Vaduz, Rathaus, 9490 Vaduz" },
  { text: "Universität Liechtenstein", local: "Universität Liechtenstein, iskola" },
  { text: "spital", language: "de", local: "Liechtensteinisches Landesspital, Krankenhaus" },
  { text: "coop schaan", local: "Coop Schaan, szupermarket, Im Rietacker 9, 9494 Schaan" },
  // A settlement's name means the settlement, a street's name the street.
  { text: "Nendeln", local: "Nendeln, Wahlkreis Unterland" },
  { text: "Postplatz", local: "Postplatz, 9494 Schaan" },
  // Kinds of landmarks: the nearest, or those of a settlement.
  { text: "Bahnhof", language: "de", near: vaduz, local: "Schaan-Vaduz, Haltepunkt, 9494 Schaan" },
  { text: "railway station", language: "en", near: vaduz, local: "Schaan-Vaduz, railway halt" },
  { text: "vasútállomás Vaduz", local: "Schaan-Vaduz, vasúti megálló, 9494 Schaan" },
  { text: "Bahnhof Nendeln", language: "de", local: "Bahnhof Nendeln, Bahnhof" },
  { text: "pharmacy", language: "en", near: vaduz, local: "Schloss Apotheke, pharmacy, 9490" },
  { text: "gyógysz", near: vaduz, local: "Schloss Apotheke, gyógyszertár, 9490 Vaduz" },
  { text: "Apotheke Schaan", language: "de", local: "Apotheke am Postplatz, Apotheke, 9494" },
  { text: "Balzers vár", local: "Schloss Gutenberg, vár, 9496 Balzers" },
  { text: "airport", language: "en", local: "Heliport Balzers, airport, 9496 Balzers" },
  { text: "könyvtár", local: "Landesbibliothek, könyvtár, 9490 Vaduz" },
  { text: "Stockmann", helsinki: "Stockmann, áruház, Aleksanterinkatu 52, 00100 Helsinki" },
  { text: "Stokmann", language: "en", helsinki: "Stockmann, department store" },
  { text: "Kiasma", helsinki: "Kiasma, múzeum, Mannerheiminaukio 2" },
  { text: "Museum of Modern Art", language: "en", helsinki: "Museum of Modern Art Kiasma" },
  { text: "Ateneumm", helsinki: "Ateneum, múzeum, Kaivokatu 2" },
  { text: "Helsingin päärautatieasema", helsinki: "Helsingin päärautatieasema, vasútállomás" },
  { text: "Tuomiokirkko", language: "en", helsinki: "Helsinki Cathedral, place of worship" },
  { text: "Old Market Hall", language: "en", helsinki: "Old Market Hall, market, Eteläranta" },
  { text: "Kansallisteatteri", helsinki: "Suomen Kansallisteatteri, színház" },
  { text: "railway station", language: "en", near: helsinki, helsinki: "Helsinki Central" },
  { text: "metro", near: helsinki, helsinki: "Rautatientori, metróállomás" },
  { text: "Apotheke", language: "de", near: helsinki, helsinki: "Yliopiston Apteekki Kaivopiha" },
  { text: "könyvtár Helsinki", near: helsinki, helsinki: "Helsingin yliopiston pääkirjasto" },
  // Kinds with mistakes, by the rule of names: the nearest, or those of a settlement.
  { text: "railwy station", language: "en", near: vaduz, local: "Schaan-Vaduz, railway halt" },
  { text: "trainstation", language: "en", near: vaduz, local: "Schaan-Vaduz, railway halt" },
  { text: "vasutalomas", near: vaduz, local: "Schaan-Vaduz, vasúti megálló" },
  { text: "gyogyszertar", near: vaduz, local: "Schloss Apotheke, gyógyszertár" },
  { text: "gyogyszertra", near: vaduz, local: "Schloss Apotheke, gyógyszertár" },
  { text: "Apotheek", language: "de", near: vaduz, local: "Schloss Apotheke, Apotheke" },
  { text: "pharmcy", language: "en", near: vaduz, local: "Schloss Apotheke, pharmacy" },
  { text: "könvytár", local: "Landesbibliothek, könyvtár, 9490 Vaduz" },
  { text: "libary", language: "en", local: "Landesbibliothek, library, 9490 Vaduz" },
  { text: "Biblothek", language: "de", local: "Landesbibliothek, Bibliothek, 9490 Vaduz" },
  { text: "Rathhaus Vaduz", language: "de", local: "Rathaus Vaduz, Rathaus, 9490 Vaduz" },
  { text: "airprot", language: "en", local: "Heliport Balzers, airport, 9496 Balzers" },
  { text: "Schlos Balzers", language: "de", local: "Schloss Gutenberg, Schloss" },
  { text: "Krankenhuas", language: "de", local: "Liechtensteinisches Landesspital, Krankenhaus" },
  { text: "railwy station", language: "en", near: helsinki, helsinki: "Helsinki Central" },
  { text: "metroo", near: helsinki, helsinki: "Rautatientori, metróállomás" },
  { text: "Apoteke", language: "de", near: helsinki, helsinki: "Yliopiston Apteekki Kaivopiha" },
  { text: "konyvtr Helsinki", near: helsinki, helsinki: "Helsingin yliopiston pääkirjasto" },
  { text: "departmnt store", language: "en", near: helsinki, helsinki: "Sokos, department store" },
  // Parts of words, after whole words and beginnings.
  { text: "esplanadi", helsinki: "Esplanadinpuisto, park, Helsinki" },
  { text: "isesplanadi", helsinki: "Pohjoisesplanadi" },
  { text: "laesplanadi", helsinki: "Eteläesplanadi, 00130 Helsinki" },
  { text: "kirkkopuis", helsinki: "Vanha kirkkopuisto, park, Helsinki" },
  { text: "hospital", language: "en", near: helsinki, helsinki: null },
  // Towns that the extract knows by its streets alone, or not at all.
  {
    text: "Feldkirch",
    embedded: "Feldkirch",
    local: "Feldkircher Strasse, 9494 Schaan",
    joined: "Feldkirch, Ausztria",
  },
  { text: "Chur", embedded: "Chur", local: "Churerstrasse, 9490 Vaduz", joined: "Chur, Svájc" },
  { text: "Grabs", embedded: "Grabs", local: "Im Grabaton", joined: "Grabs, Svájc" },
  { text: "Rom", language: "de", embedded: "Rom", local: "Römerstrasse", joined: "Rom, Italien" },
  { text: "Brati", embedded: "Pozsony", local: "Brata, 9493 Mauren", joined: "Pozsony, Szlovákia" },
  { text: "Bécs", embedded: "Bécs", local: null, joined: "Bécs, Ausztria" },
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
