import { type Feature, feature } from "./feature.ts";
import type { City } from "./read-inputs.ts";
import { hasWrongPopulation, settlementNames } from "./settlement-names.ts";

/**
 * Population from which a settlement has a label, and minimum zoom of the label; the first row that
 * fits.
 */
type ZoomScale = readonly (readonly [population: number, zoom: number])[];

const scales: Readonly<Record<"hungary" | "around" | "europe" | "world", ZoomScale>> = {
  hungary: [
    [1e6, 4],
    [90e3, 6],
    [45e3, 7],
    [18e3, 8],
    [7e3, 9],
    [3e3, 10],
    [1e3, 11],
  ],
  around: [
    [1e6, 4],
    [250e3, 5],
    [110e3, 6],
    [55e3, 7],
    [25e3, 8],
    [12e3, 9],
    [7e3, 10],
  ],
  europe: [
    [1e6, 4],
    [450e3, 5],
    [250e3, 6],
    [120e3, 7],
  ],
  world: [
    [5e6, 3],
    [2e6, 4],
    [1e6, 5],
  ],
};

/** Settlements with names in three languages, the most populous first. */
export function buildSettlements(cities: readonly City[]): Feature[] {
  return cities
    .filter((city) => city.featureCode !== "PPLX" && !hasWrongPopulation(city))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .flatMap((city) => {
      const zoom = zoomOf(city);
      return zoom === null ? [] : [settlement(city, zoom)];
    });
}

function settlement(city: City, zoom: number): Feature {
  const { en, hu, de } = settlementNames(city);
  const properties = {
    kind: city.featureCode === "PPLC" ? "capital" : "settlement",
    en,
    ...(hu !== en ? { hu } : {}),
    ...(de !== en ? { de } : {}),
    zoom,
  };
  return feature(properties, { type: "Point", coordinates: city.loc.coordinates });
}

function zoomOf({ country, featureCode, population, loc }: City): number | null {
  const [longitude, latitude] = loc.coordinates;
  const isAround = longitude > 15 && longitude < 24.2 && latitude > 45 && latitude < 49.3;
  const isEuropean = longitude > -12 && longitude < 32 && latitude > 36 && latitude < 61;
  const scale =
    country === "HU"
      ? scales.hungary
      : isAround
        ? scales.around
        : isEuropean
          ? scales.europe
          : scales.world;
  const zoom = scale.find(([least]) => population >= least)?.[1] ?? null;
  if (featureCode === "PPLC" && isEuropean && population > 100e3) return Math.min(zoom ?? 5, 5);
  return zoom;
}
