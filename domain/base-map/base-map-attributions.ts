/** A source of the base map that its licence wants named on the map. Proper names, the same in every language. */
export interface MapAttribution {
  readonly name: string;
  readonly url: string;
}

/** What the map's attribution control shows while the base map is in use (NOTICE says what each gave). */
export const baseMapAttributions: readonly MapAttribution[] = [
  { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" },
  { name: "GeoNames", url: "https://www.geonames.org/" },
  { name: "Natural Earth", url: "https://www.naturalearthdata.com/" },
];
