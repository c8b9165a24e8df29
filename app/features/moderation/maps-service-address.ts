/** A point on OpenStreetMap, marked, and close enough to see the house. */
export function mapsServiceAddress({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): string {
  const mark = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return `https://www.openstreetmap.org/?${mark}#map=19/${latitude}/${longitude}`;
}
