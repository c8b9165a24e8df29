/**
 * What answers for maps (docs/product#map-levels): `embedded` needs nothing, `open` are public
 * services, `local` is an extract of one's own, `mapbox` the hosted provider.
 */
export const geoLevels = ["embedded", "open", "local", "mapbox"] as const;

export type GeoLevel = (typeof geoLevels)[number];
