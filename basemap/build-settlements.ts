import { type Feature, feature } from "./feature.ts";
import { isInEurope } from "./geometry.ts";
import { nameProperties } from "./names.ts";
import type { City } from "./read-inputs.ts";
import { hasWrongPopulation, isDrawable, settlementNames } from "./settlement-names.ts";

/**
 * Population from which a settlement has a label, and minimum zoom of the label; the first row that
 * fits.
 */
type ZoomScale = readonly (readonly [population: number, zoom: number])[];

const scales: Readonly<Record<"hungary" | "around" | "europe" | "north" | "world", ZoomScale>> = {
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
    [200e3, 6],
    [90e3, 7],
    [35e3, 8],
    [15e3, 9],
  ],
  north: [
    [450e3, 4],
    [150e3, 5],
    [70e3, 6],
    [25e3, 7],
    [9e3, 8],
    [4e3, 9],
  ],
  world: [
    [5e6, 3],
    [2e6, 4],
    [1e6, 5],
    [400e3, 6],
    [200e3, 7],
  ],
};

/** Settlements with their names, the most populous first. */
export function buildSettlements(cities: readonly City[]): Feature[] {
  return cities
    .filter((city) => city.featureCode !== "PPLX" && !hasWrongPopulation(city) && isDrawable(city))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .flatMap((city) => {
      const zoom = zoomOf(city);
      return zoom === null ? [] : [settlement(city, zoom)];
    });
}

function settlement(city: City, zoom: number): Feature {
  const properties = {
    kind: city.featureCode === "PPLC" ? "capital" : "settlement",
    ...nameProperties(settlementNames(city)),
    zoom,
  };
  return feature(properties, { type: "Point", coordinates: city.loc.coordinates }, zoom);
}

/** Zoom from which a capital is shown at the latest. */
const capitalZooms = { large: 5, small: 7 };

function zoomOf(city: City): number | null {
  const zoom = scaleOf(city).find(([least]) => city.population >= least)?.[1] ?? null;
  if (city.featureCode !== "PPLC") return zoom;
  const isLarge = city.population > 100e3 && isInEurope(city.loc.coordinates);
  const last = isLarge ? capitalZooms.large : capitalZooms.small;
  return Math.min(zoom ?? last, last);
}

function scaleOf({ country, loc: { coordinates } }: City): ZoomScale {
  if (country === "HU") return scales.hungary;
  const [longitude, latitude] = coordinates;
  const isAround = longitude > 15 && longitude < 24.2 && latitude > 45 && latitude < 49.3;
  if (isAround) return scales.around;
  if (!isInEurope(coordinates)) return scales.world;
  // Where there are few towns, a small one is a landmark.
  return latitude > 57.5 && longitude < 32 ? scales.north : scales.europe;
}
