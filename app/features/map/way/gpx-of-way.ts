import type { Way } from "#domain/way/way.ts";

/**
 * A way as GPX 1.1 (https://www.topografix.com/GPX/1/1/): its line as a track, its places as waypoints.
 *
 * @param describe name and description of a place as one passes it
 */
export function gpxOfWay(
  name: string,
  { geometry, places }: Pick<Way, "geometry" | "places">,
  describe: (passing: Way["places"][number]) => { name: string; description: string },
): string {
  const at = ([longitude, latitude]: readonly [number, number]) =>
    `lat="${latitude}" lon="${longitude}"`;
  const waypoints = places.map((passing) => {
    const { name, description } = describe(passing);
    const inner = `<name>${escapeXml(name)}</name><desc>${escapeXml(description)}</desc>`;
    return `<wpt ${at(passing.place.coordinates)}>${inner}<sym>Restroom</sym></wpt>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Mosdó" xmlns="http://www.topografix.com/GPX/1/1">',
    ...waypoints,
    `<trk><name>${escapeXml(name)}</name><trkseg>`,
    ...geometry.coordinates.map((point) => `<trkpt ${at(point)}/>`),
    "</trkseg></trk></gpx>",
  ].join("\n");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text without what XML 1.0 cannot have. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>]/g, (character) => entities[character])
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}
