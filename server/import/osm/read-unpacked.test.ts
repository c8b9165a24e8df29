import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { fileKindOf } from "./read-unpacked.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

function save(content: string | Buffer): string {
  const path = join(folder, "town.csv");
  writeFileSync(path, content);
  return path;
}

const pbf = writeOsmPbf({ nodes: { 1: [1, 1] } });
const geoJson = `{"type": "FeatureCollection", "features": [{"properties": {"latitude": 1}}]}`;
const documents = `{"a": {"latitude": 1}}`;
/** `<osmChange/>`, packed. */
const bzip = Buffer.from(
  "QlpoOTFBWSZTWTJdP8sAAACdgAAAgAUIACLDiAAgADEDQNAgA00VDgDRxPeLuSKcKEgZLp/lgA==",
  "base64",
);

test.each([
  ["pbf", pbf],
  ["xml", `\uFEFF<?xml version="1.0"?>\n<osm/>`],
  ["xml", "<html/>"],
  ["json", '\uFEFF {"elements": []}'],
  ["json", Buffer.from('\uFEFF{"features": []}', "utf16le")],
  ["json", geoJson],
  ["json", '{"type": "Feature", "properties": {"latitude": 1}}'],
  ["json", gzipSync(geoJson)],
  ["documents", documents],
  ["documents", '[{"id": "a", "latitude": 1}]'],
] as const)("a file is by its content what it is: %s, number %#", async (kind, content) => {
  expect(await fileKindOf(save(content))).toBe(kind);
});

test.each([
  ["", /^It is neither/],
  ["name;latitude", /^It is neither/],
  ['<?xml version="1.0"?>\n<!-- by a program -->\n<osmChange>', /deploy\/apply-changes\.sh/],
  [bzip, /^It is a change file: deploy\/apply-changes\.sh applies it .* with osmium/],
  ["PK\u0003\u0004", /^It is packed with zip: unpack it first\.$/],
  [gzipSync(pbf), /^It is packed with gzip: unpack it first\.$/],
  [gzipSync(documents), /^It is packed with gzip: unpack it first\.$/],
  // Its first block is not a header.
  [
    Buffer.from(pbf.toString("latin1").replace("OSMHeader", "OSMheader"), "latin1"),
    /^It is neither/,
  ],
  [bzip.subarray(0, 20), /^It is cut off\.$/],
  [Buffer.concat([bzip.subarray(0, 20), Buffer.alloc(40)]), /^It is damaged\.$/],
])("anything else is refused, with the remedy: number %#", async (content, reason) => {
  await expect(fileKindOf(save(content))).rejects.toThrow(reason);
  await expect(fileKindOf(save(content))).rejects.toThrow(ImportFileError);
});

test("a folder is refused", async () => {
  await expect(fileKindOf(folder)).rejects.toThrow(/^It is a folder: give a file\.$/);
});
