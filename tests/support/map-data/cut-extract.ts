import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { OsmPbfFile } from "#server/import/osm/osm-file.ts";
import { type TestExtract, writeOsmPbf } from "./write-osm-pbf.ts";

interface Cut {
  /** Whether a point is on the wanted side. */
  isInside(longitude: number, latitude: number): boolean;
  /**
   * Whether ways that cross the cut have all of their points, as in most extracts that can be downloaded; else those
   * of the other side are missing.
   */
  readonly hasCompleteWays: boolean;
}

type Mutable<Elements> = { -readonly [Id in keyof Elements]: Elements[Id] };

/** A part of an extract: its points on one side, the ways that have one of these, and the relations with one of those. */
async function cutExtract(
  path: string,
  { isInside, hasCompleteWays: hasWholeWays }: Cut,
): Promise<TestExtract> {
  const nodes: Mutable<TestExtract["nodes"]> = {};
  const ways: Mutable<NonNullable<TestExtract["ways"]>> = {};
  const relations: Mutable<NonNullable<TestExtract["relations"]>> = {};
  const positions = new Map<number, readonly [number, number]>();
  const tagsOf = new Map<number, Readonly<Record<string, string>>>();
  const add = (id: number) => {
    const at = positions.get(id);
    if (at) nodes[id] = [...at, tagsOf.get(id) ?? {}];
  };
  await using file = await OsmPbfFile.open(path);
  await file.visit({
    position: (id, longitude, latitude) =>
      void positions.set(id, [longitude / 1e7, latitude / 1e7]),
    node: (id, _longitude, _latitude, tags) => void tagsOf.set(id, tags),
  });
  const isNodeInside = (id: number) => {
    const at = positions.get(id);
    return at !== undefined && isInside(...at);
  };
  for (const id of positions.keys()) if (isNodeInside(id)) add(id);
  await file.visit({
    way(id, refs, tags) {
      if (!refs.some(isNodeInside)) return;
      ways[id] = [[...refs], tags];
      if (hasWholeWays) for (const ref of refs) add(ref);
    },
    relation(id, members, tags) {
      const lines = members.filter(({ kind }) => kind === "way").map((member) => member.id);
      if (lines.some((line) => line in ways)) relations[id] = [lines, tags];
    },
  });
  return { nodes, ways, relations };
}

/** Border of the halves, between Vaduz and Schaan. */
export const cutLatitude = 47.153;

/**
 * Writes two halves of the extract of Liechtenstein, which have the ways over their border both.
 *
 * @returns their paths
 */
export async function writeHalves(liechtenstein: string, folder: string, hasCompleteWays = true) {
  const write = async (name: string, isInside: Cut["isInside"]) => {
    const path = join(folder, `${name}.osm.pbf`);
    writeFileSync(
      path,
      writeOsmPbf(await cutExtract(liechtenstein, { isInside, hasCompleteWays })),
    );
    return path;
  };
  return {
    north: await write("north", (_, latitude) => latitude >= cutLatitude),
    south: await write("south", (_, latitude) => latitude < cutLatitude),
  };
}
