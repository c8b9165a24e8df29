import { decodeArcs, polygonsOf, stitchRing, type Topology } from "./decode-topology.ts";
import type { Line } from "./geometry.ts";
import type { City } from "./read-inputs.ts";
import { hasWrongPopulation, settlementNames } from "./settlement-names.ts";
import { simplifyLine } from "./simplify-line.ts";
import { cityLanguages } from "./tables/city-names.ts";
import { searchNames } from "./tables/search-names.ts";

/**
 * Hungary, its neighbours and Liechtenstein: every settlement of the source, which has those of
 * 1,000 people and more.
 */
const countriesInFull = new Set("HU AT SK UA RO RS HR SI LI".split(" "));

const countriesOfEurope = new Set(
  (
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU " +
    "LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK"
  ).split(" "),
);

const leastPopulation = { europe: 5_000, world: 300_000 };

/** Kinds that are left out: parts of towns, and abandoned, destroyed or historical settlements. */
const excludedKinds = new Set(["PPLX", "PPLQ", "PPLH", "PPLCH", "PPLW", "PPLF", "PPLR"]);

/**
 * Rows of the columns that the first one names: id (GeoNames), country, number of the county (GeoNames; Hungary
 * only), population, longitude, latitude, then the names by language, empty where they are the English one, and other
 * names to search by, separated by `|`; the most populous first.
 */
export function listSearchedSettlements(cities: readonly City[]): (string | number)[][] {
  const seen = new Set<string>();
  const rows = cities
    .filter(isSearched)
    .map((city) => ({ city, population: hasWrongPopulation(city) ? 400 : city.population }))
    .toSorted((a, b) => b.population - a.population || a.city.cityId - b.city.cityId)
    .filter(({ city }) => {
      const key = sameTownKey(city);
      return !seen.has(key) && seen.add(key);
    })
    .map(({ city, population }) => {
      const names = settlementNames(city);
      return [
        city.cityId,
        city.country,
        city.country === "HU" ? city.adminCode : "",
        population,
        ...city.loc.coordinates.map((degrees) => Number(degrees.toFixed(4))),
        names.en,
        ...cityLanguages.map((language) => names[language] ?? ""),
        (searchNames.get(`${city.country} ${names.en}`) ?? []).join("|"),
      ];
    });
  const before = ["id", "country", "county", "population", "longitude", "latitude", "en"];
  return [[...before, ...cityLanguages, "others"], ...rows];
}

/**
 * The source has some towns twice, a smaller one beside the right one: same name, same tenth of a
 * degree.
 */
function sameTownKey({ country, name, loc }: City): string {
  const near = loc.coordinates.map((degrees) => Math.round(degrees * 10));
  return [country, name.toLowerCase(), ...near].join(" ");
}

function isSearched({ country, featureCode, population }: City): boolean {
  if (excludedKinds.has(featureCode)) return false;
  if (countriesInFull.has(country)) return true;
  return population >= leastPopulation[countriesOfEurope.has(country) ? "europe" : "world"];
}

/** Degrees of the tolerance of Hungary's outline: about 200 m. */
const outlineTolerance = 0.0021;

/**
 * Rows of a name and an outer ring as `lng lat lng lat …`: Hungary (as `HU`), accurate to 300 m,
 * and Budapest, to 500 m. The counties and other cities of the source differ too much from today's
 * to locate a point: 30 of 875 settlements would be in another town, 10 in another county.
 */
export function listAreas(counties: Topology, hungary: Line): string[][] {
  const budapest = counties.objects.hun.geometries.find(({ id }) => id === "HU.BU");
  if (!budapest) throw new Error("The counties' package has no Budapest.");
  const arcs = decodeArcs(counties);
  return [
    ["HU", ringText(simplifyLine(hungary, () => outlineTolerance))],
    ...polygonsOf(budapest).map(([ring]) => ["Budapest", ringText(stitchRing(ring, arcs))]),
  ];
}

function ringText(ring: Line): string {
  return ring
    .flat()
    .map((degrees) => String(Number(degrees.toFixed(4))))
    .join(" ");
}
