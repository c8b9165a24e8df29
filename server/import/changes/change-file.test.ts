import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { ImportFileError } from "#server/import/import-file-error.ts";
import {
  type TestChange,
  writeOsmChanges,
  writePackedChanges,
} from "#tests/support/map-data/write-osm-changes.ts";
import { joinChanges, readChangeFiles } from "./change-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-osc-"));
afterAll(() => rmSync(folder, { recursive: true }));

function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const readOne = async (name: string, content: string | Uint8Array) =>
  (await readChangeFiles([save(name, content)]))[0];

const changes: readonly TestChange[] = [
  {
    ...{ action: "create", kind: "node", id: 1, version: 1, at: "2026-11-23T20:00:00Z" },
    ...{ position: [19.0401234, -47.5], tags: { name: `Fő "tér" & <a>`, note: "á\nb" } },
  },
  { action: "modify", kind: "way", id: 2, version: 7, refs: [1, 3, 1], tags: { highway: "path" } },
  {
    ...{ action: "modify", kind: "relation", id: 3, at: "2026-11-23T21:00:00Z" },
    members: [{ kind: "way", id: 2, role: "outer" }],
  },
  { action: "delete", kind: "node", id: 4, version: 2 },
];

describe("a change file", () => {
  it.each([
    ["a.osc", writeOsmChanges(changes)],
    ["a.osc.gz", writePackedChanges(changes)],
    ["b.osc", writePackedChanges(changes)],
  ])("is read, packed or not: %s", async (name, content) => {
    const file = await readOne(name, content);
    expect(file.dataAt).toEqual(new Date("2026-11-23T21:00:00Z"));
    expect(file.sequence).toBe(null);
    const first = { id: 1, longitudeE7: 190401234, latitudeE7: -475000000 };
    expect([...file.changes.node]).toEqual([
      [1, { version: 1, element: { ...first, tags: changes[0].tags } }],
      [4, { version: 2, element: null }],
    ]);
    expect([...file.changes.way]).toEqual([
      [2, { version: 7, element: { id: 2, refs: [1, 3, 1], tags: { highway: "path" } } }],
    ]);
    const members = changes[2].members;
    expect([...file.changes.relation]).toEqual([
      [3, { version: 0, element: { id: 3, members, tags: {} } }],
    ]);
  });

  it.each(["321.osc.gz", "321.osc", "321.xml.bz2", "321"])(
    "%s has the number and the time of the state beside it",
    async (name) => {
      save(
        "321.state.txt",
        "# original\nsequenceNumber=4321\ntimestamp=2026-11-24T00\\:00\\:00Z\n",
      );
      const file = await readOne(name, writePackedChanges(changes));
      expect(file).toMatchObject({ sequence: 4321, dataAt: new Date("2026-11-24T00:00:00Z") });
    },
  );

  it("with an invalid state is refused", async () => {
    save("322.state.txt", "<html>Not found</html>");
    const read = readOne("322.osc.gz", writePackedChanges(changes));
    await expect(read).rejects.toThrow(/^322\.state\.txt is not the state/);
    await expect(read).rejects.toThrow(ImportFileError);
  });

  const node = (attributes: string) =>
    `<osmChange>\n<modify>\n<node ${attributes}/></modify></osmChange>`;
  it.each([
    ["is empty", "", /^x\.osc, line 1: it is empty/],
    ["is cut off", "<osmChange>\n<modify>\n<node id='1'", /line 3: it is not well-formed/],
    ["is not XML", "{}", /line 1: it is not well-formed/],
    ["is another kind of XML", "<osm>\n</osm>", /line 1: it begins with <osm>/],
    ["has an unknown action", "<osmChange>\n<purge/></osmChange>", /line 2: <purge> is not known/],
    ["has an unknown element", "<osmChange><create><area/></create></osmChange>", /<area>/],
    [
      "declares entities",
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><osmChange/>',
      /a document type is not allowed/,
    ],
    ["names an entity", node("id='1' lat='1' lon='&b;'"), /line 3: it is not well-formed/],
    ["has a position north of the pole", node("id='1' lat='90.0000001' lon='1'"), /line 3: lat=/],
    ["has a position beyond 180 degrees", node("id='1' lat='1' lon='-180.01'"), /line 3: lon=/],
    ["lacks a position", node("id='1' lat='1'"), /line 3: lon="" is not a position/],
    ["has an empty position", node("id='1' lat='' lon='1'"), /line 3: lat="" is not a position/],
    ["has an id that is not uploaded", node("id='-1' lat='1' lon='1'"), /line 3: id="-1"/],
    ["has an id that no number holds", node("id='9999999999999999' lat='1' lon='1'"), /id="9999/],
    ["has a wrong time", node("id='1' lat='1' lon='1' timestamp='no'"), /timestamp="no"/],
    ["has a huge text", node(`id='1' lat='1' lon='${"1".repeat(2e6)}'`), /line \d: it (has|is)/],
    [
      "has a tag with attributes without end",
      node(Array.from({ length: 300_000 }, (_, n) => `a${n}='1'`).join(" ")),
      /it has a tag without end/,
    ],
  ])("is refused, with the line, when it %s", async (_what, content, message) => {
    const read = readOne("x.osc", content);
    await expect(read).rejects.toThrow(message);
    await expect(read).rejects.toThrow(ImportFileError);
  });

  it("is refused when it is packed and cut off, or not in UTF-8", async () => {
    const many = Array.from({ length: 1500 }, (_, n) => ({ ...changes[0], id: n + 1 }));
    const packed = writePackedChanges(many);
    for (const share of [0.2, 0.5, 0.99]) {
      const cut = packed.subarray(0, packed.length * share);
      await expect(readOne("y.osc.gz", cut)).rejects.toThrow(
        /^y\.osc\.gz, line \d+: it is cut off/,
      );
    }
    const latin = Buffer.from("<osmChange note='\xe9'/>", "latin1");
    await expect(readOne("y.osc.gz", gzipSync(latin))).rejects.toThrow(/not in UTF-8/);
  });

  it("may be empty, as on a quiet day, and may mark a deletion by visibility", async () => {
    const quiet = await readOne("q.osc", '<osmChange version="0.6">\n</osmChange>');
    expect(quiet.dataAt).toBe(null);
    const hidden = await readOne("h.osc", node("id='1' visible='false'"));
    expect(hidden.changes.node.get(1)).toEqual({ version: 0, element: null });
  });
});

describe("several change files", () => {
  const day = (id: number, version: number | undefined, name: string, at: string) =>
    writeOsmChanges([
      { action: "modify", kind: "node", id, version, at, position: [19, 47], tags: { name } },
    ]);

  it("are sorted by their times, in whatever order they are given", async () => {
    const paths = [
      save("2.osc", day(1, undefined, "second", "2026-11-24T10:00:00Z")),
      save("1.osc", day(1, undefined, "first", "2026-11-23T10:00:00Z")),
    ];
    const files = await readChangeFiles(paths);
    expect(files.map(({ path }) => path)).toEqual(paths.toReversed());
    expect(joinChanges(files).node.get(1)?.element?.tags.name).toBe("second");
  });

  it("apply the highest version of an element, within one file too", async () => {
    const one = save("5.osc", day(1, 5, "five", "2026-11-23T10:00:00Z"));
    const other = save("4.osc", day(1, 4, "four", "2026-11-24T10:00:00Z"));
    const joined = joinChanges(await readChangeFiles([one, other]));
    expect(joined.node.get(1)?.element?.tags.name).toBe("five");
    const twice = await readOne(
      "twice.osc",
      writeOsmChanges([
        { action: "modify", kind: "node", id: 1, version: 3, position: [1, 1] },
        { action: "delete", kind: "node", id: 1, version: 4 },
        { action: "modify", kind: "node", id: 1, version: 2, position: [1, 1] },
      ]),
    );
    expect(twice.changes.node.get(1)).toEqual({ version: 4, element: null });
  });
});
