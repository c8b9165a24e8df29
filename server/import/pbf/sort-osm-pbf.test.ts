import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OsmPbfFile } from "./osm-pbf-file.ts";
import { OsmPbfWriter } from "./osm-pbf-writer.ts";
import { sortOsmPbf } from "./sort-osm-pbf.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-sort-"));
const given = join(folder, "given.osm.pbf");
const target = join(folder, "sorted.osm.pbf");
const place = { longitudeE7: 190_000_000, latitudeE7: 470_000_000 };
const tags = { amenity: "toilets" };

beforeAll(() => {
  using writer = new OsmPbfWriter(given);
  // As Overpass answers `out body; >; out skel qt;`.
  writer.way({ id: 9, refs: [2, 1], tags });
  writer.relation({ id: 5, members: [], tags });
  writer.node({ id: 2, ...place, tags: { name: "former" } });
  writer.node({ id: 2, ...place, tags });
  writer.node({ id: 2, ...place, tags: {} });
  writer.node({ id: 1, ...place, tags: {} });
  writer.way({ id: 9, refs: [2, 1], tags: {} });
  writer.relation({ id: 5, members: [], tags: {} });
  writer.finish();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("sorting", () => {
  it("keeps the tags of an element that comes once more without them", async () => {
    await using file = await OsmPbfFile.open(given);
    const shares: number[] = [];
    await sortOsmPbf(file, target, (share) => shares.push(share));
    await using sorted = await OsmPbfFile.open(target);
    const seen: unknown[] = [];
    await sorted.visit({
      position: (id) => seen.push(`node/${id}`),
      node: (id, _longitude, _latitude, nodeTags) => seen.push([id, { ...nodeTags }]),
      way: (id, _refs, wayTags) => seen.push([id, { ...wayTags }]),
      relation: (id, _members, relationTags) => seen.push([id, { ...relationTags }]),
    });
    expect(seen).toEqual(["node/1", "node/2", [2, tags], [9, tags], [5, tags]]);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  it("refuses more elements of a kind than it can hold", async () => {
    await using file = await OsmPbfFile.open(given);
    const sortedFile = sortOsmPbf(file, target, undefined, 1);
    await expect(sortedFile).rejects.toThrow(/more than 1 of a kind.*osmium sort/);
  });
});
