import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";

const run = promisify(execFile);
/** Debian's `nobody`. */
const [uid, gid] = [65534, 65534];

/*
 * Commands that root runs in the folders of the service's user (deploy/mosdo.service): their files
 * are that user's, so that the server and the next command can use them.
 */

describe.skipIf(process.getuid?.() !== 0)("as root (skipped for other users)", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mosdo-owner-"));
    chmodSync(folder, 0o755);
    for (const name of ["data", "backups"]) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function operate(script: string, args: readonly string[], dataDirectory = "data") {
    const env = {
      ...childEnvironment(),
      DATA_DIR: join(folder, dataDirectory),
      INIT_CWD: folder,
      NODE_COMPILE_CACHE: "",
    };
    const command = [join(import.meta.dirname, script), ...args];
    return run(process.execPath, command, { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }

  /** Paths in a folder that the service's user does not own. */
  const foreign = (name: string) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).filter(
      (path) => lstatSync(join(folder, name, path)).uid !== uid,
    );

  test("import, backup and restore write as the owner of their folders", async () => {
    const toilets = { amenity: "toilets" };
    const nodes = { 1: [19, 47], 2: [19.1, 47.1], 50: [19.05, 47.05, toilets] } as const;
    const ways = { 1: [[1, 2], { highway: "residential", name: "Fő utca" }] } as const;
    writeFileSync(join(folder, "village.osm.pbf"), writeOsmPbf({ nodes, ways }));
    const imported = await operate("import.ts", [
      "village.osm.pbf",
      "--report",
      "data/report.json",
    ]);
    expect(imported).toMatchObject({ stdout: expect.stringContaining("Toilets: 1 added") });
    expect(readdirSync(join(folder, "data"))).toContain("report.json");
    expect(foreign("data")).toEqual([]);

    const taken = await operate("backup.ts", ["backups"]);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(foreign("backups")).toEqual([]);

    const [backup] = readdirSync(join(folder, "backups"));
    mkdirSync(join(folder, "again"));
    chownSync(join(folder, "again"), uid, gid);
    const restored = await operate("restore.ts", [`backups/${backup}`, "--yes"], "again");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(foreign("again")).toEqual([]);
  });

  test("names the file that the owner may not read, and writes nothing", async () => {
    cpSync(join(folder, "village.osm.pbf"), join(folder, "closed.osm.pbf"));
    chmodSync(join(folder, "closed.osm.pbf"), 0o600);
    const refused = await operate("import.ts", ["closed.osm.pbf"]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^mosdo: \S+closed\.osm\.pbf cannot be read by nobody, who owns \S+data: .*\n$/,
      ),
    });
  });
});
