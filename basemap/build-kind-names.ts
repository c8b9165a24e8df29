import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Writes the words for kinds of landmarks in the languages of the world's countries. Needs two
 * packages, unpacked: `node build-kind-names.ts ID_TAGGING_SCHEMA CLDR_CORE`.
 */
const [presetsPackage, cldrPackage] = process.argv.slice(2);
if (!cldrPackage) throw new Error("give the folders of the two packages (README.md)");

/** Presets of OpenStreetMap's editors by the kind of `domain/address-search/searched-landmarks.ts`. */
const presets: Readonly<Record<string, readonly string[]>> = {
  subway: ["public_transport/station_subway"],
  station: ["public_transport/station_train"],
  halt: ["public_transport/station_train_halt", "public_transport/station_train"],
  tram_stop: ["railway/tram_stop"],
  bus_station: ["amenity/bus_station"],
  ferry_terminal: ["amenity/ferry_terminal"],
  aerodrome: ["aeroway/aerodrome"],
  castle: ["historic/castle"],
  museum: ["tourism/museum"],
  theatre: ["amenity/theatre"],
  library: ["amenity/library"],
  place_of_worship: [
    "amenity/place_of_worship",
    "amenity/place_of_worship/christian",
    "amenity/place_of_worship/jewish",
    "amenity/place_of_worship/muslim",
  ],
  townhall: ["amenity/townhall"],
  university: ["amenity/university"],
  college: ["amenity/college"],
  school: ["amenity/school"],
  hospital: ["amenity/hospital"],
  pharmacy: ["amenity/pharmacy"],
  stadium: ["leisure/stadium"],
  department_store: ["shop/department_store"],
  mall: ["shop/mall"],
  marketplace: ["amenity/marketplace"],
  supermarket: ["shop/supermarket"],
  zoo: ["tourism/zoo"],
  cinema: ["amenity/cinema"],
  hotel: ["tourism/hotel"],
  park: ["leisure/park"],
  beach: ["natural/beach"],
  rest_area: ["highway/rest_area"],
  services: ["highway/services"],
  attraction: ["tourism/attraction"],
};

type Translated = Readonly<Record<string, Preset>>;

interface Preset {
  readonly name?: string;
  readonly aliases?: string | readonly string[];
  readonly terms?: string | readonly string[];
}

/** Maximum number of terms that are other names of a preset; of more, most are only near it ('ticket'). */
const maxTerms = 2;

/** Minimum number of letters of a term that begins or ends a name: 'asema' of 'rautatieasema'. */
const minPartLetters = 4;

/** Languages of the product, which have words of their own (`landmark.json`). */
const ownLanguages = readdirSync(new URL("../public/locales", import.meta.url));

const countries = countriesByLanguage();
const names = namesByLanguage();
const rows = [...names].flatMap(([language, byKind]) => {
  const spokenIn = countries.get(language);
  return spokenIn
    ? [[language, spokenIn.join(" "), ...byKind.map((texts) => texts.join(", "))]]
    : [];
});
const header = ["language", "countries", ...Object.keys(presets)];
const text = `${[header, ...rows].map((row) => row.join("\t")).join("\n")}\n`;
writeFileSync(new URL("../server/geo/extract/kind-names.tsv", import.meta.url), text);
console.log(`${rows.length} languages, ${text.length} bytes, ${gzipSync(text).length} gzipped`);

/** Countries by a language that is official in them, or in a part of them. */
function countriesByLanguage(): ReadonlyMap<string, readonly string[]> {
  const path = join(cldrPackage, "supplemental/territoryInfo.json");
  const { territoryInfo } = JSON.parse(readFileSync(path, "utf8")).supplemental;
  const found = new Map<string, string[]>();
  for (const [country, { languagePopulation = {} }] of Object.entries<{
    languagePopulation?: Record<string, { _officialStatus?: string }>;
  }>(territoryInfo)) {
    const official = Object.entries(languagePopulation).filter(([, of]) => of._officialStatus);
    for (const language of new Set(official.map(([code]) => languageOf(code)))) {
      found.set(language, [...(found.get(language) ?? []), country]);
    }
  }
  return found;
}

/** Words of each language, in the order of the presets, with those of its variants. */
function namesByLanguage(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const folder = join(presetsPackage, "dist/translations");
  const found = new Map<string, (readonly string[])[]>();
  for (const file of readdirSync(folder).sort()) {
    const [, code] = /^([\w@-]+)\.json$/.exec(file) ?? [];
    if (!code || code === "index" || ownLanguages.includes(languageOf(code))) continue;
    const translated: Translated =
      JSON.parse(readFileSync(join(folder, file), "utf8"))[code]?.presets?.presets ?? {};
    const language = languageOf(code);
    const known = found.get(language);
    const byKind = Object.keys(presets).map((kind, at) => [
      ...new Set([...(known?.[at] ?? []), ...namesOfKind(kind, translated)]),
    ]);
    if (byKind.some((texts) => texts.length > 0)) found.set(language, byKind);
  }
  return found;
}

function languageOf(code: string): string {
  return code.split(/[-_@]/)[0].toLowerCase();
}

/**
 * Names and aliases of a kind's presets, and terms: where they are few, and those that begin or end a name
 * ('asema' of 'rautatieasema'). Terms of stops and stations are those of any ('train', 'terminal').
 */
function namesOfKind(kind: string, translated: Translated): readonly string[] {
  const found = presets[kind].flatMap((id) => {
    const names = namesOf(translated[id]);
    if (isStop(kind) && kind !== "station" && kind !== "halt") return names;
    const terms = listOf(translated[id]?.terms ?? [])
      .map(fold)
      .filter((term) => /^[^*]{2,}$/.test(term));
    const isOfName = (term: string) =>
      term.length >= minPartLetters &&
      names.some((name) => name.startsWith(term) || name.endsWith(term));
    return [...names, ...(terms.length <= maxTerms ? terms : terms.filter(isOfName))];
  });
  return kind === "station" || kind === "halt"
    ? [...found, ...namesForStations(translated)]
    : found;
}

function isStop(kind: string): boolean {
  return /station|subway|halt|stop|terminal/.test(kind);
}

/** Words that the name of a railway station shares with those of other stations: 'stazione', 'gare'. */
function namesForStations(translated: Translated): readonly string[] {
  const partsIn = (kind: string) =>
    presets[kind].flatMap((id) => namesOf(translated[id])).flatMap((name) => name.split(/[\s-]+/));
  const others = new Set([...partsIn("subway"), ...partsIn("bus_station")]);
  return partsIn("station").filter((word) => word.length >= minPartLetters && others.has(word));
}

/** Name and aliases of a preset, without what is in brackets. */
function namesOf({ name = "", aliases = [] }: Preset = {}): readonly string[] {
  return [name, ...listOf(aliases)]
    .flatMap((text) => text.replace(/\(.*?\)|\u00ad/g, "").split(/[,،、]/))
    .flatMap(alternativesOf)
    .map(fold)
    .filter((text) => text !== "");
}

/** Names on the sides of a slash, where each is a whole one: not those of 'autobusové nádraží / terminál'. */
function alternativesOf(text: string): readonly string[] {
  const sides = text.split("/");
  const lengths = new Set(sides.map((side) => side.trim().split(/\s+/).length));
  return lengths.size === 1 ? sides : [];
}

function listOf(texts: string | readonly string[]): readonly string[] {
  return typeof texts === "string" ? texts.split(/[\n,]/) : texts;
}

function fold(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}
