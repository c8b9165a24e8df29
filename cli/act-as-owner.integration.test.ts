import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { operateProcess } from "./command.fixture.ts";

const root = join(import.meta.dirname, "..");
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
    // Without tests and large data, which no command here reads.
    const filter = (path: string) => !/\.test\.ts$|\.pmtiles$/.test(path);
    for (const name of ["cli", "domain", "server", "package.json"]) {
      cpSync(join(root, name), join(folder, "program", name), { recursive: true, filter });
    }
    symlinkSync(join(root, "node_modules"), join(folder, "program/node_modules"));
    for (const name of ["data", "backups", "compiled"]) {
      mkdirSync(join(folder, name));
      chownSync(join(folder, name), uid, gid);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /**
   * With a program and a database that the owner can reach: below a private folder, this program and the socket of its
   * PostgreSQL are root's alone.
   */
  async function operate(db: TestDatabase, name: string, args: string[], data = "data") {
    await using proxy = await DatabaseProxy.start(db.connection);
    const paths = { root: join(folder, "program"), DATA_DIR: join(folder, data), INIT_CWD: folder };
    const compiled = { NODE_COMPILE_CACHE: join(folder, "compiled") };
    const settings = { ...paths, ...compiled, DATABASE_URL: proxy.url };
    return await operateProcess(settings, name, ...args);
  }

  /** Paths in a folder that the service's user does not own. */
  const foreign = (name: string) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).filter(
      (path) => lstatSync(join(folder, name, path)).uid !== uid,
    );

  test("import, backup and restore write as the owner of their folders", async () => {
    await using db = await createTestDatabase();
    const elements = [{ type: "node", id: 1, lon: 19, lat: 47, tags: { amenity: "toilets" } }];
    writeFileSync(join(folder, "village.json"), JSON.stringify({ elements }));
    const imported = await operate(db, "import", ["village.json", "--report", "data/report.json"]);
    expect(imported).toMatchObject({ stdout: expect.stringContaining("Toilets: 1 added") });
    expect(readdirSync(join(folder, "data"))).toContain("report.json");
    expect(foreign("data")).toEqual([]);

    writeFileSync(join(folder, "data/auth-secret"), "a-secret-of-the-server-0123456789");
    chownSync(join(folder, "data/auth-secret"), uid, gid);
    const taken = await operate(db, "backup", ["backups"]);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    expect(foreign("backups")).toEqual([]);

    const [backup] = readdirSync(join(folder, "backups"));
    mkdirSync(join(folder, "again"));
    chownSync(join(folder, "again"), uid, gid);
    await using target = await createTestDatabase();
    const restored = await operate(target, "restore", [`backups/${backup}`, "--yes"], "again");
    expect(restored).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(join(folder, "again"))).toEqual(["auth-secret"]);
    expect(foreign("again")).toEqual([]);
  });

  test("names the file that the owner may not read, and writes nothing", async () => {
    await using db = await createTestDatabase();
    writeFileSync(join(folder, "closed.json"), "{}", { mode: 0o600 });
    const refused = await operate(db, "import", ["closed.json"]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^mosdo: \S+closed\.json cannot be read by nobody, who owns \S+data: .*\n$/,
      ),
    });
  });
});
