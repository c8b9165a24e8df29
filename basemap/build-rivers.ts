import { type Feature, feature } from "./feature.ts";
import { centreOf, type Line, type Position } from "./geometry.ts";
import { simplifyLine, smoothLine } from "./simplify-line.ts";
import { rivers } from "./tables/rivers.ts";
import { tolerance } from "./tolerance.ts";
import { traceRiver } from "./trace-river.ts";

/** The named rivers as lines, in the direction of flow, greatest first. */
export function buildRivers(traces: ReadonlyMap<string, Line>): Feature[] {
  return rivers.map(({ hu, en, de, widthMeters, rank }) =>
    feature(
      { kind: "river", hu, en, de, width: widthMeters, rank },
      {
        type: "LineString",
        coordinates: simplifyLine(traces.get(en) ?? [], (p) => tolerance(p) * 0.4),
      },
    ),
  );
}

/** The middle line of each river by its English name, smoothed and in full detail. */
export function traceRivers(scrapRings: readonly Line[]): Map<string, Line> {
  const scraps = scrapRings.map(centreOf).filter(isInEurope);
  return new Map(rivers.map(({ en, course }) => [en, smoothLine(traceRiver(course, scraps), 2)]));
}

function isInEurope([longitude, latitude]: Position): boolean {
  return longitude > 4 && longitude < 31 && latitude > 42.5 && latitude < 55;
}
