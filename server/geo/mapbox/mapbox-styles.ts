/** Mapbox's own styles for each look, by owner and name. */
export const mapboxStyles = { light: "mapbox/streets-v12", dark: "mapbox/dark-v11" } as const;

export const mapboxApiUrl = "https://api.mapbox.com";
export const mapboxContributeUrl = "https://contribute-api.mapbox.com";
