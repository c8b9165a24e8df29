import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { writePbfOfXml } from "./pbf-of-xml.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-osm-xml-"));
afterAll(() => rmSync(folder, { recursive: true }));

const xml = `<?xml version='1.0' encoding='UTF-8'?>
<osm version="0.6" generator="an editor">
  <meta osm_base="2026-01-02T00:00:00Z"/>
  <bounds minlat="47.1" minlon="19" maxlat="47.2" maxlon="19.1"/>
  <bounds minlat="47" minlon="19.05" maxlat="47.15" maxlon="19.2"/>
  <node id="-1" action="modify" lat="47.1" lon="19.1"/>
  <node id="1" version="2" timestamp="2020-01-01T00:00:00Z" lat="47.1" lon="19.1"/>
  <node id="2" lat="47.1000001" lon="19.2"><tag k="amenity" v="toilets"/><tag k="name" v="Fő &quot;tér&quot;"/></node>
  <node id="3" action="delete" lat="47.1" lon="19.1"/>
  <node id="4" visible="false"/>
  <way id="5"><nd ref="1"/><nd ref="-1"/><nd ref="2"/><tag k="highway" v="path"/></way>
  <relation id="6"><member type="way" ref="5" role="outer"/><member type="way" ref="-2" role="inner"/><tag k="type" v="multipolygon"/></relation>
</osm>
`;
/** `<osm><node id="1" lat="47.1" lon="19.1"/></osm>`, packed in two streams. */
const bzip = Buffer.concat([
  Buffer.from(
    "QlpoOTFBWSZTWcYSpkYAAAYZgFABJIcmJ4wAIAAiJkaaGmmj1CmTEyDIx0tgjatzbKOJmfLwh0Go+LuSKcKEhjCVMjA=",
    "base64",
  ),
  Buffer.from(
    "QlpoOTFBWSZTWUhXcdAAAAAZgFABoCcAB4gAIAAxAAAKMnqbQahBgGGHruqSXW+LuSKcKEgkK7joAA==",
    "base64",
  ),
]);

function save(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function convert(content: string | Buffer) {
  const path = save("given", content);
  const target = join(folder, "target.osm.pbf");
  const contents = await writePbfOfXml(path, target, () => {});
  return { ...contents, bytes: readFileSync(target) };
}

test.each([
  ["plain", xml],
  ["behind a byte order mark", `\uFEFF${xml}`],
  ["packed", gzipSync(xml)],
])(
  "data in XML, %s, become those of a .osm.pbf file, without what is not in OpenStreetMap",
  async (_how, content) => {
    const { incomplete, bytes } = await convert(content);
    expect(incomplete).toBe(null);
    expect(bytes).toEqual(
      writeOsmPbf({
        nodes: {
          1: [19.1, 47.1],
          2: [19.2, 47.1000001, { amenity: "toilets", name: 'Fő "tér"' }],
        },
        ways: { 5: [[1, 2], { highway: "path" }] },
        relations: { 6: [[5], { type: "multipolygon" }] },
        bounds: [190000000, 470000000, 192000000, 472000000],
        dataAt: new Date("2026-01-02"),
      }),
    );
  },
);

test("data that are packed with bzip2, in several streams, are read", async () => {
  const { bytes } = await convert(bzip);
  const plain = await convert('<osm><node id="1" lat="47.1" lon="19.1"/></osm>');
  expect(bytes).toEqual(plain.bytes);
});

test("the remark of a response that is not complete is its reason", async () => {
  const { incomplete } = await convert("<osm><remark> runtime error: Timed out. </remark></osm>");
  expect(incomplete).toBe("runtime error: Timed out.");
});

const toilets = '<tag k="amenity" v="toilets"/>';
const points = [19, 19.1, 19.2].map((lon) => `<nd ref="1" lat="47" lon="${lon}"/>`).join("");
test.each([
  [
    "its centre",
    `<center lat="47" lon="19.1"/><bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/>`,
  ],
  ["its points", points],
  ["its box", '<bounds minlat="46" minlon="19" maxlat="48" maxlon="19.2"/>'],
])("a way of Overpass is where %s is", async (_what, shape) => {
  const { positions } = await convert(`<osm><way id="5">${shape}${toilets}</way></osm>`);
  const [longitude, latitude] = positions.get("way/5")!;
  expect([longitude, latitude]).toEqual([expect.closeTo(19.1, 6), expect.closeTo(47, 6)]);
});

test("a relation of Overpass is within its members' points", async () => {
  const at = (lat: number, lon: number) => `<nd lat="${lat}" lon="${lon}"/>`;
  const ring = [at(46, 19), at(46, 20), at(48, 20), at(48, 19), at(46, 19)].join("");
  const member = `<member type="way" ref="1" role="outer">${ring}</member>`;
  const { positions } = await convert(`<osm><relation id="6">${member}${toilets}</relation></osm>`);
  expect(positions.get("relation/6")).toEqual([expect.closeTo(19.5, 6), expect.closeTo(47, 6)]);
});

test("a node without a position is counted, and the newest element dates a file without a date", async () => {
  const at = (day: number) => `lat="47" lon="19" timestamp="2026-01-0${day}T00:00:00Z"`;
  const nodes = `<node id="1"/><node id="2" ${at(2)}/><node id="3" ${at(1)}/>`;
  const { unplaced, bytes } = await convert(`<osm>${nodes}</osm>`);
  expect(unplaced).toBe(1);
  expect(bytes).toEqual(writeOsmPbf({ nodes: { 2: [19, 47], 3: [19, 47] } }));
});

const node = (attributes: string) => `<osm>\n<node ${attributes}/></osm>`;
test.each([
  ["", /^given, line 1: it is empty/],
  ["{}", /line 1: it is not well-formed/],
  ['<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><osm/>', /document type is not allowed/],
  [node("id='1' lat='1' lon='&b;'"), /line 2: it is not well-formed/],
  [node("id='1' lat='1' lon='-180.01'"), /line 2: lon="-180\.01" is not a position/],
  [node("id='1' lat='' lon='1'"), /line 2: lat="" is not a position/],
  [node("id='9999999999999999' lat='1' lon='1'"), /id="9999/],
  [node("id='1' lat='1' lon='1' timestamp='no'"), /timestamp="no"/],
  [node(`id='1' lat='1' lon='${"1".repeat(2e6)}'`), /line \d: it (has|is)/],
  [
    node(Array.from({ length: 300_000 }, (_, n) => `a${n}='1'`).join(" ")),
    /it has a tag without end/,
  ],
  [gzipSync(Buffer.from("<osm note='\xe9'/>", "latin1")), /not in UTF-8/],
  [
    `<osm><way id="1">${`<nd ref="1"/>${" ".repeat(1_000_000)}`.repeat(36)}</way></osm>`,
    /an element that is too large/,
  ],
  [`<osm>${"<note>".repeat(16)}`, /more than 16 tags within each other/],
  ["<osm><node id='1' lat='1'/></osm>", /lon="" is not a position/],
  [xml.slice(0, 500), /line \d+: it is not well-formed/],
  ["<html><body/></html>", /begins with <html>/],
  ["<osm><node id='1' lat='91' lon='1'/></osm>", /line 1: lat="91" is not a position/],
  ["<osm><bounds minlat='1'/></osm>", /minlon="" is not a position/],
  [gzipSync(xml).subarray(0, 200), /it is cut off/],
  [bzip.subarray(0, 40), /it is cut off/],
  [Buffer.concat([bzip.subarray(0, 40), Buffer.alloc(40)]), /it is damaged/],
])("number %# of the wrong files is refused", async (content, reason) => {
  await expect(convert(content)).rejects.toThrow(reason);
  await expect(convert(content)).rejects.toThrow(ImportFileError);
});
