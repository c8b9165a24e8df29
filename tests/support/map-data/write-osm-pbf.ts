import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BoundsE7 } from "#server/import/osm/osm-file.ts";
import { OsmPbfWriter } from "#server/import/osm/osm-file.ts";

type Tags = Readonly<Record<string, string>>;

/** A small extract as a test wants it; ids are the keys. */
export interface TestExtract {
  readonly nodes: Readonly<Record<number, readonly [lng: number, lat: number, tags?: Tags]>>;
  readonly ways?: Readonly<Record<number, readonly [nodes: readonly number[], tags: Tags]>>;
  /** Members are ways: outer ones, then those of holes. */
  readonly relations?: Readonly<
    Record<number, readonly [outer: readonly number[], tags: Tags, inner?: readonly number[]]>
  >;
  /** Features that a reader of the file must support, beside those of every file. */
  readonly features?: readonly string[];
  readonly bounds?: BoundsE7;
  /** Time at which the data left OpenStreetMap. */
  readonly dataAt?: Date;
}

/** The bytes of a `.osm.pbf` file, one block for each kind of element. */
export function writeOsmPbf(extract: TestExtract): Buffer {
  const { nodes, ways = {}, relations = {}, features } = extract;
  const { dataAt = new Date("2026-01-02") } = extract;
  const folder = mkdtempSync(join(tmpdir(), "mosdo-extract-"));
  const path = join(folder, "test.osm.pbf");
  try {
    using writer = new OsmPbfWriter(path, { dataAt, bounds: extract.bounds }, features);
    for (const [id, [lng, lat, tags = {}]] of Object.entries(nodes)) {
      const [longitudeE7, latitudeE7] = [Math.round(lng * 1e7), Math.round(lat * 1e7)];
      writer.node({ id: Number(id), longitudeE7, latitudeE7, tags });
    }
    for (const [id, [refs, tags]] of Object.entries(ways)) {
      writer.way({ id: Number(id), refs, tags });
    }
    for (const [id, [outer, tags, inner = []]] of Object.entries(relations)) {
      const member = (role: string) => (way: number) => ({ kind: "way", id: way, role }) as const;
      const members = [...outer.map(member("outer")), ...inner.map(member("inner"))];
      writer.relation({ id: Number(id), members, tags });
    }
    writer.finish();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
