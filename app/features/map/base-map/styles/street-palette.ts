import { type MapTheme, mapPalettes } from "#domain/map/map-palettes.ts";

/** Colours of the street map, as `#rrggbb`: those of the embedded base map, and further ones. */
export interface StreetPalette {
  readonly land: string;
  readonly town: string;
  readonly wood: string;
  readonly grass: string;
  readonly water: string;
  readonly river: string;
  /** Grounds of schools, hospitals, works and stations. */
  readonly grounds: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly border: string;
  readonly county: string;
  readonly road: string;
  readonly mainRoad: string;
  readonly motorway: string;
  readonly roadEdge: string;
  readonly mainRoadEdge: string;
  readonly path: string;
  readonly rail: string;
  readonly halo: string;
  readonly townText: string;
  readonly villageText: string;
  readonly countryText: string;
  readonly roadText: string;
  readonly waterText: string;
}

/** Very quiet: the markers are the strongest colours on the map. */
export const streetPalettes: Readonly<Record<MapTheme, StreetPalette>> = {
  light: {
    land: "#f5f6f3",
    town: "#efefec",
    wood: "#e3ecdf",
    grass: "#e9f0e3",
    water: mapPalettes.light.water,
    river: mapPalettes.light.river,
    grounds: "#eae9ea",
    building: "#e4e4e1",
    buildingEdge: "#d6d7d4",
    border: mapPalettes.light.border,
    county: mapPalettes.light.county,
    road: "#ffffff",
    mainRoad: "#ffffff",
    motorway: "#f8ecd3",
    roadEdge: "#dcdfde",
    mainRoadEdge: "#cdd2d2",
    path: "#c9c4ba",
    rail: "#c4cacc",
    halo: "#fbfbf9",
    townText: mapPalettes.light.townText,
    villageText: mapPalettes.light.villageText,
    countryText: "#566267",
    roadText: "#596469",
    waterText: mapPalettes.light.waterText,
  },
  dark: {
    land: "#1e262a",
    town: "#222b2f",
    wood: "#1c2b28",
    grass: "#202e2a",
    water: mapPalettes.dark.water,
    river: mapPalettes.dark.river,
    grounds: "#262d33",
    building: "#2b353a",
    buildingEdge: "#343f45",
    border: mapPalettes.dark.border,
    county: mapPalettes.dark.county,
    road: "#37434a",
    mainRoad: "#455259",
    motorway: "#56584c",
    roadEdge: "#1a2125",
    mainRoadEdge: "#161c20",
    path: "#4d5859",
    rail: "#414d53",
    halo: mapPalettes.dark.halo,
    townText: mapPalettes.dark.townText,
    villageText: mapPalettes.dark.villageText,
    countryText: mapPalettes.dark.countryText,
    roadText: "#a3aeb3",
    waterText: mapPalettes.dark.waterText,
  },
};
