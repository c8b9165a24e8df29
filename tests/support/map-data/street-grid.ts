import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { TestExtract } from "./write-osm-pbf.ts";

/** Streets a side; with fewer crossings the router takes them for an isolated network. */
const side = 10;
export const spacingDegrees = 0.001;

/**
 * A square of crossing streets from a corner on, numbered from `id`.
 *
 * @param suffix of the streets' names, which are `Row 0` and `Column 0` without
 */
export function streetGrid(id: number, [lng, lat]: Coordinates, suffix = ""): TestExtract {
  const at = (column: number, row: number) => id + row * side + column;
  const street = (name: string) => ({ highway: "residential", name: name + suffix });
  const lines = [...Array(side).keys()];
  const nodes = lines.flatMap((row) =>
    lines.map((column): [number, readonly [number, number]] => [
      at(column, row),
      [lng + column * spacingDegrees, lat + row * spacingDegrees],
    ]),
  );
  const ways = lines.flatMap((line) => [
    [id + line, [lines.map((column) => at(column, line)), street(`Row ${line}`)]] as const,
    [id + side + line, [lines.map((row) => at(line, row)), street(`Column ${line}`)]] as const,
  ]);
  return { nodes: Object.fromEntries(nodes), ways: Object.fromEntries(ways) };
}
