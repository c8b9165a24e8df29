import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { OsmPbfFile } from "#server/import/osm/osm-file.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";

/** Mock of npm: two extracts as the product lists them, and an import that keeps its file and prints its command. */
const npm = `#!/bin/sh
case "$*" in
  *extracts) printf 'land\\n  data of     2026-02-20 20:00 UTC\\nother\\n  ways        yes\\n' ;;
  *) cp "$7" "$HOME/imported.osm.pbf"; echo "npm $*" ;;
esac
`;

/** Mock of osmium: number 20 is in the extract. */
const osmium = `#!/bin/sh
case "$*" in
  *sequence_number\\ *) echo 20 ;;
  *timestamp\\ *) echo 2026-02-20T20:00:00Z ;;
  *) echo "osmium $*"; touch "$5" ;;
esac
`;

const hasOsmium = spawnSync("osmium", ["--version"]).status === 0;
const stored = "data/extracts/land-0123456789abcdef.osm.pbf";

let folder: string;
/** Folder that serves change files as a provider does, by its `file:` URL. */
let provider: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-job-"));
  provider = join(folder, "provider");
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "data/extracts"), { recursive: true });
  writeFileSync(join(folder, stored), "");
  mock("npm", npm);
  mock("osmium", osmium);
});
afterEach(() => rmSync(folder, { recursive: true }));

function mock(name: string, script: string): void {
  const path = join(folder, "bin", name);
  writeFileSync(path, script);
  chmodSync(path, 0o755);
}

function publish(...days: readonly number[]): void {
  const daysFolder = join(provider, "000/000");
  mkdirSync(daysFolder, { recursive: true });
  for (const day of days) {
    const path = join(daysFolder, String(day).padStart(3, "0"));
    writeFileSync(`${path}.osc.gz`, "changes");
    writeFileSync(`${path}.state.txt`, stateOf(day));
    writeFileSync(join(provider, "state.txt"), `#Fri Feb 20\n${stateOf(day)}`);
  }
}

const stateOf = (day: number) => `sequenceNumber=${day}\ntimestamp=2026-02-${day}T20\\:00\\:00Z\n`;

/** Runs a script of deploy/ in the test's folder; its output has paths of that alone. */
function run(script: string, ...args: string[]) {
  const root = join(import.meta.dirname, "..");
  const { status, stdout, stderr } = spawnSync("sh", [join(root, "deploy", script), ...args], {
    encoding: "utf8",
    cwd: folder,
    env: {
      PATH: [join(folder, "bin"), process.env.PATH].join(delimiter),
      HOME: folder,
      DATA_DIR: join(folder, "data"),
      DAYS: "3",
    },
  });
  return { status, stdout: stdout.replaceAll(`${folder}/`, "").replace(root, "."), stderr };
}

const job = (name: string, ...more: string[]) =>
  run("update-extract.sh", name, `file://${provider}`, ...more);

const changes = (...names: string[]) => join(folder, "data/changes", ...names);
const pathOf = (day: number) => `data/changes/land/0000000${day}.osc.gz`;
const made = "data/changes/land.osm.pbf";

/** What is printed where files are applied, the last of which has a number. */
const applied = (files: readonly string[], day: number, options: string) =>
  [
    `osmium apply-changes --no-progress --overwrite --output ${made}`,
    ` --output-header=osmosis_replication_sequence_number=${day}`,
    ` --output-header=osmosis_replication_timestamp=2026-02-${day}T20:00:00Z`,
    ` ${stored} ${files.join(" ")}\n`,
    `npm --prefix . run --silent import -- ${made} --changes-applied${options}\n`,
  ].join("");

const report = " --report data/changes/land.json";

test("the nightly job applies the changes of the last days, and removes those before and of another series", () => {
  publish(19, 20, 21);
  expect(job("land", "--quiet")).toMatchObject({
    status: 0,
    stdout: applied([19, 20, 21].map(pathOf), 21, ` --quiet${report}`),
  });
  publish(22, 23);
  writeFileSync(changes("land/000000099.osc.gz"), "");
  const next = { status: 0, stdout: applied([21, 22, 23].map(pathOf), 23, report) };
  expect(job("land")).toMatchObject(next);
  expect(readdirSync(changes("land")).sort()).toEqual(
    [21, 22, 23].flatMap((day) => [`0000000${day}.osc.gz`, `0000000${day}.state.txt`]),
  );
  expect(existsSync(join(folder, made))).toBe(false);
  // Nothing is fetched again.
  rmSync(join(provider, "000"), { recursive: true });
  expect(job("land")).toMatchObject(next);
});

test("the nightly job names what it cannot fetch, and the extracts that there are", () => {
  publish(19, 21);
  expect(job("lan").stderr).toMatch(/No extract has the name lan, .*:\nland\nother\n$/);
  expect(existsSync(changes())).toBe(false);
  const failed = job("land");
  expect(failed).toMatchObject({ stdout: "", stderr: expect.stringContaining("curl: (37)") });
  expect(failed.status).not.toBe(0);
  writeFileSync(join(provider, "state.txt"), "<html>Not found</html>");
  expect(job("land")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("has no sequenceNumber"),
  });
});

test("changes by hand need an extract, files, and none missing or of another series", () => {
  const apply = (...args: string[]) => run("apply-changes.sh", ...args);
  const save = (name: string, state?: string) => {
    writeFileSync(join(folder, `${name}.osc`), "");
    if (state !== undefined) writeFileSync(join(folder, `${name}.state.txt`), state);
    return `${name}.osc`;
  };
  const [one, two] = [save("my changes"), save("21", stateOf(21))];
  expect(apply("land", one, two, "--country", "LI")).toMatchObject({
    status: 0,
    stdout: applied([one, two], 21, " --country LI"),
  });
  // Without a state the header stays as it is.
  expect(apply("land", two, one).stdout).toBe(applied([two, one], 20, ""));
  const known = { status: 0, stdout: "land has these changes already.\n" };
  expect(apply("land", save("20", stateOf(20)))).toMatchObject(known);
  expect(apply("land", "20.osc", "--quiet")).toMatchObject({ status: 0, stdout: "" });

  const refused = (...args: string[]) => {
    const { status, stdout, stderr } = apply(...args);
    expect([status, stdout]).toEqual([1, ""]);
    return stderr;
  };
  expect(refused("land", save("22", stateOf(22)))).toContain("land has number 20, and some");
  expect(refused("land", save("3", stateOf(21).replace("21", "3")))).toContain("another series");
  expect(refused("land", save("html", "<html>"))).toContain("html.state.txt is not the state");
  expect(refused("land", "--quiet")).toMatch(/^usage: /);
  expect(refused("lan", one)).toMatch(/^No extract of the name lan is stored/);
});

test.skipIf(!hasOsmium)(
  "osmium applies them, and they are the next ones of the header (skipped without osmium)",
  async () => {
    rmSync(join(folder, "bin/osmium"));
    const toilets = { amenity: "toilets" };
    const nodes = { 50: [19, 47, toilets], 51: [19.1, 47] } as const;
    writeFileSync(join(folder, stored), writeOsmPbf({ nodes, dataAt: new Date("2026-02-20") }));
    const day = (number: number, xml: string) => {
      const path = join(folder, `${number}.osc.gz`);
      writeFileSync(path, gzipSync(`<osmChange version="0.6">${xml}</osmChange>`));
      writeFileSync(join(folder, `${number}.state.txt`), stateOf(number));
      return path;
    };
    const days = [
      day(21, '<delete><node id="50" version="2"/></delete>'),
      day(22, '<create><node id="60" version="1" lat="47" lon="19"/></create>'),
    ];
    const first = run("apply-changes.sh", "land", ...days);
    expect(first).toMatchObject({ status: 0, stderr: "" });
    const imported = join(folder, "imported.osm.pbf");
    await using file = await OsmPbfFile.open(imported);
    const ids: number[] = [];
    await file.visit({ position: (id) => void ids.push(id) });
    expect(ids).toEqual([51, 60]);
    expect(file.header.dataAt).toEqual(new Date("2026-02-22T20:00:00Z"));

    writeFileSync(join(folder, stored), readFileSync(imported));
    expect(run("apply-changes.sh", "land", ...days).stdout).toContain("has these changes already");
    const last = day(24, "<create/>");
    expect(run("apply-changes.sh", "land", last).stderr).toContain("land has number 22");
  },
);
