import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { addUnusedData, createTestDatabase } from "#tests/support/database/test-database.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { startStubService } from "#tests/support/peers/stub-service.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import { operate, operateProcess, urlOf } from "./command.fixture.ts";
import { doctor as runDoctor } from "./doctor.ts";

let folder: string;
let closedPort: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-doctor-"));
  // Reachable for the user of PostgreSQL when the tests run as root.
  chmodSync(folder, 0o755);
  closedPort = await findFreePort();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of a machine without running services, with some replaced. */
function settingsOf(environment: Record<string, string>) {
  return {
    PORT: String(closedPort),
    DATA_DIR: folder,
    // Tests do not use the map's service elsewhere.
    GEO_PROVIDER: "embedded",
    ...environment,
  };
}

/** What the command prints, and its exit code. */
const doctor = (environment: Record<string, string>) =>
  operate(runDoctor, { root: folder, ...settingsOf(environment) });

const answering = (text: string) => startStubService(() => ({ text }));

test("before the first start there is advice, and no failure", async () => {
  const { code, stdout, stderr } = await doctor({});
  expect(stderr).toBe("");
  expect(stdout).toContain("ok     The database of");
  for (const name of ["PUBLIC_URL", "SMTP_URL", "CONTACT_EMAIL", "BACKUP_DIR"]) {
    expect(stdout).toMatch(new RegExp(`^advice ${name} is not set`, "m"));
  }
  expect(stdout).toMatch(/^advice No server answers at port \d+ \(ECONNREFUSED\)/m);
  expect(stdout).toMatch(/\n0 faults, \d+ pieces of advice\.\n$/);
  expect(code).toBe(0);
});

test("a language of the operator's is named, with what it lacks", async () => {
  const language = join(folder, "locales", "qaa");
  mkdirSync(language, { recursive: true });
  writeFileSync(join(language, "translation.json"), '{"app":{"title":"Zik"}}');
  const { stdout, code } = await doctor({});
  expect(stdout).toMatch(/^ok {5}Languages: .*\bqaa\b.*\.$/m);
  expect(stdout).toMatch(
    /^advice The language 'qaa' lacks texts.+account\.confirmation\.action.+ and \d+ more/m,
  );
  expect(stdout).toMatch(/^advice The embedded map .+ names of towns and rivers in 'qaa'/m);
  expect(stdout).not.toContain("app.title");
  expect(code).toBe(0);
  writeFileSync(join(language, "translation.json"), "{");
  expect((await doctor({})).stdout).toMatch(/^FAULT {2}.*qaa.translation\.json cannot be read/m);
  rmSync(join(folder, "locales"), { recursive: true });
});

test("a street map service that does not respond is advice, since there is the built-in map", async () => {
  expect((await doctor({})).stdout).not.toContain("street map");
  // A proxy that does not respond, so that nothing leaves the machine.
  const proxy = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: `http://127.0.0.1:${closedPort}` };
  const { code, stdout } = await operateProcess(
    settingsOf({ GEO_PROVIDER: "auto", ...proxy }),
    "doctor",
  );
  expect(stdout).toMatch(
    /^advice The street map's service, tiles\.openfreemap\.org, does not answer from here \(.+\)/m,
  );
  expect(code).toBe(0);
});

test("invalid settings are the only findings, and contain no secret", async () => {
  const { code, stdout } = await doctor({ PORT: "0", DATABASE_URL: "mysql://u:geheim@h/d" });
  expect(stdout.match(/^FAULT {2}.*/gm)).toHaveLength(2);
  expect(stdout).not.toContain("geheim");
  expect(code).toBe(1);
});

test("a misspelt name of a setting is reported, and others are ignored", async () => {
  const { stdout } = await doctor({ SMPT_URL: "x", TRUST_PROXYS: "1", HOME: "/", PORTS: "3" });
  expect(stdout).toContain("SMPT_URL is not a setting. Did you mean SMTP_URL?");
  expect(stdout).toContain("TRUST_PROXYS is not a setting. Did you mean TRUST_PROXY?");
  expect(stdout).not.toContain("HOME is");
});

test("the contents of the database are reported: administrator, migrations, samples", async () => {
  await using db = await createTestDatabase();
  const account = await addAccount(db.database, "anna@example.org");
  const environment = { DATABASE_URL: urlOf(db), ADMIN_USER_ID: account };
  const found = await doctor(environment);
  expect(found.stdout).toContain("ok     The administrator has an account.");
  expect(found.stdout).toMatch(/^ok {5}The database answers: PostgreSQL \d+/m);

  const nobody = await doctor({ ...environment, ADMIN_USER_ID: "nobody" });
  expect(nobody.stdout).toContain("FAULT  ADMIN_USER_ID names no account");
  expect(nobody.code).toBe(1);

  const samples = (stdout: string) => /Among .* samples: .*/.exec(stdout)?.[0] ?? null;
  const [, sample] = await addPlaces(db.database, [{}, {}, {}]);
  await sql`update place set sample = true where id >= ${sample}`.execute(db.database);
  expect(samples((await doctor(environment)).stdout)).toBe(
    "Among 3 places 2 are samples: npm run import -- --remove-samples takes them away.",
  );
  await sql`update place set deleted_at = database_clock() where sample`.execute(db.database);
  expect(samples((await doctor(environment)).stdout)).toBeNull();

  await sql`insert into migration (name) values ('999-from-the-future')`.execute(db.database);
  expect((await doctor(environment)).stdout).toContain(
    "FAULT  The database is of a newer version of the program (999-from-the-future)",
  );
  await sql`delete from migration where name > '040'`.execute(db.database);
  expect((await doctor(environment)).stdout).toMatch(
    /The next start brings the database up to date/,
  );
  await sql`update migration set name = '02' || name`.execute(db.database);
  expect((await doctor(environment)).stdout).toContain(
    "FAULT  The database is of a version before",
  );
});

test("a database that is unusable, or may lose acknowledged writes, is a failure", async () => {
  const unavailable = await doctor({
    DATABASE_URL: `postgres://u:geheim@localhost:${closedPort}/d`,
  });
  expect(unavailable.stdout).toMatch(
    /^FAULT {2}The database of DATABASE_URL cannot be used: .*ECONNREFUSED/m,
  );
  expect(unavailable.stdout).not.toContain("geheim");
  expect(unavailable.code).toBe(1);

  await using db = await createTestDatabase();
  const name = sql.id(db.connection.database);
  await sql`alter database ${name} set synchronous_commit = off`.execute(db.database);
  expect((await doctor({ DATABASE_URL: urlOf(db) })).stdout).toContain(
    "FAULT  The database may lose what it has acknowledged",
  );
});

test("a read-only database is a failure, with the remedy", async () => {
  await using db = await createTestDatabase();
  const name = sql.id(db.connection.database);
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(db.database);
  expect((await doctor({ DATABASE_URL: urlOf(db) })).stdout).toContain(
    "FAULT  DATABASE_URL leads to a database that is set to be read only",
  );
});

test("a database of an older PostgreSQL is a failure, with the command that upgrades it", async () => {
  const cluster = join(folder, "older/postgres/cluster");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  const { code, stdout } = await doctor({ DATA_DIR: join(folder, "older") });
  expect(stdout).toMatch(
    /^FAULT {2}\S+cluster was made by PostgreSQL 17.*run npm run upgrade-dat/m,
  );
  expect(code).toBe(1);
});

test("the old database that an upgrade has left is reported", async () => {
  const dataDirectory = join(folder, "upgraded");
  mkdirSync(dataDirectory);
  addUnusedData(dataDirectory);
  const old = join(dataDirectory, "postgres/cluster-17");
  mkdirSync(old);
  writeFileSync(join(old, "PG_VERSION"), "17\n");
  const { stdout } = await doctor({ DATA_DIR: dataDirectory });
  expect(stdout).toContain(`advice ${old} is the old database, of PostgreSQL 17: delete`);
  expect(stdout).toContain("ok     The database answers");
});

test("an ignored setting is reported", async () => {
  const { stdout } = await doctor({ DATABASE_READ_URL: "postgres://replica/mosdo" });
  expect(stdout).toContain("advice DATABASE_READ_URL is no longer needed and is ignored: ");
});

test("the public URL is requested, and a missing proxy setting reported", async () => {
  await using mosdo = await answering('{"status":"up"}');
  const right = await doctor({ PUBLIC_URL: mosdo.url });
  expect(right.stdout).toContain(`ok     ${mosdo.url} leads to a server of Mosdó.`);
  const https = await doctor({ PUBLIC_URL: `https://localhost:${closedPort}` });
  expect(https.stdout).toMatch(/^FAULT {2}PUBLIC_URL is https and TRUST_PROXY is off/m);
  expect(https.stdout).toMatch(/^advice https:.*does not lead to a server.*ECONNREFUSED/m);
  const open = { PUBLIC_URL: mosdo.url, TRUST_PROXY: "on" };
  const past = /^FAULT {2}TRUST_PROXY is set and HOST is not: whoever reaches port \d+ /m;
  expect((await doctor(open)).stdout).toMatch(past);
  expect((await doctor({ TRUST_PROXY: "on" })).stdout).toMatch(past);
  expect((await doctor({ ...open, HOST: "127.0.0.1" })).stdout).not.toMatch(past);
  const http = await doctor({ PUBLIC_URL: "http://mosdo.invalid" });
  expect(http.stdout).toContain("advice PUBLIC_URL is not https");
});

test("another program at the port is a failure", async () => {
  await using other = await answering("hello");
  const { port } = new URL(other.url);
  const { stdout, code } = await doctor({ PORT: port });
  expect(stdout).toContain(`FAULT  Another program answers at port ${port}.`);
  expect(code).toBe(1);
});

test("the mail server and the map services are requested", async () => {
  await using mail = await startMailServer();
  await using map = await answering("{}");
  const services = {
    SMTP_URL: mail.url,
    MAIL_FROM: "mosdo@example.org",
    PHOTON_URL: map.url,
    VALHALLA_URL: `http://localhost:${closedPort}`,
    MAP_PMTILES: join(folder, "nothing.pmtiles"),
  };
  const { stdout } = await doctor(services);
  expect(stdout).toContain("ok     The mail server of SMTP_URL takes our sign-in.");
  expect(stdout).toContain("ok     The service of PHOTON_URL answers.");
  expect(stdout).toContain("FAULT  The service of VALHALLA_URL does not answer (ECONNREFUSED).");
  expect(stdout).toMatch(/^FAULT {2}MAP_PMTILES: there is no file/m);
  const unavailable = await doctor({
    ...services,
    SMTP_URL: `smtp://u:geheim@localhost:${closedPort}`,
  });
  expect(unavailable.stdout).toMatch(
    /^FAULT {2}The mail server of SMTP_URL refuses or does not answer/m,
  );
  expect(unavailable.stdout).not.toContain("geheim");
});

test("the source of search and ways is named", async () => {
  await using extracts = await mkdtempDisposable(join(tmpdir(), "mosdo-doctor-"));
  const sourceOf = async (environment: Record<string, string>) =>
    /^ok {5}(Search and ways .*)$/m.exec((await doctor(environment)).stdout)?.[1];
  const towns = "Search and ways come from the built-in towns; nobody else is asked.";
  expect(await sourceOf({})).toBe(towns);
  // As an import stores it; its content is of no matter here.
  const file = join(extracts.path, "town.osm.pbf");
  writeFileSync(file, "");
  const settings = { DATA_DIR: extracts.path };
  new ExtractFiles(extracts.path).store(file, { name: "town", digest: "a".repeat(64) });
  expect(await sourceOf(settings)).toBe(
    "Search and ways come from the imported extracts (town); nobody else is asked.",
  );
  expect(await sourceOf({ ...settings, GEO_PROVIDER: "mapbox", MAPBOX_ACCESS_TOKEN: "pk.x" })).toBe(
    "Search and ways are requested from Mapbox.",
  );
});

test("a data directory that cannot be written, and a missing backup, are failures", async () => {
  const backups = join(folder, "backups");
  mkdirSync(backups);
  const none = await doctor({ BACKUP_DIR: backups });
  expect(none.stdout).toContain(`advice There is no backup in ${backups} yet.`);
  const missing = await doctor({ BACKUP_DIR: join(folder, "none"), DATA_DIR: "/dev/null/data" });
  expect(missing.stdout).toMatch(/^FAULT {2}BACKUP_DIR, .* cannot be read/m);
  expect(missing.stdout).toMatch(/^FAULT {2}DATA_DIR, \/dev\/null\/data, cannot be written/m);
});

test.skipIf(process.getuid?.() !== 0)(
  "files of another user than the folder's are faults (skipped for other users than root)",
  async () => {
    const [data, backups] = [join(folder, "owned"), join(folder, "owned-backups")];
    for (const path of [data, backups]) {
      mkdirSync(path);
      chownSync(path, 65534, 65534);
    }
    const owned = { DATA_DIR: data, BACKUP_DIR: backups };
    expect((await doctor(owned)).stdout).not.toContain("chown");
    writeFileSync(join(data, "auth-secret"), "x");
    mkdirSync(join(backups, "mosdo-2026-01-01T00-00-00Z"));
    writeFileSync(join(folder, ".env"), "", { mode: 0o600 });
    const { stdout } = await doctor(owned);
    expect(stdout).toContain(
      `FAULT  auth-secret in ${data} is not its owner's: chown -R --reference=${data} ${data} mends`,
    );
    expect(stdout).toContain(`FAULT  mosdo-2026-01-01T00-00-00Z in ${backups} is not its owner's`);
    expect(stdout).toContain(`.env cannot be read by the server's user: chown --reference=${data}`);
    chmodSync(join(folder, ".env"), 0o644);
    expect((await doctor(owned)).stdout).not.toContain(".env");
    rmSync(join(folder, ".env"));
  },
);

test("the operator's sign-in provider is requested, and must be the one of the settings", async () => {
  let issuer = "";
  await using provider = await startStubService(() => ({ text: JSON.stringify({ issuer }) }));
  const probe = (address: string) =>
    doctor({
      ...{ OIDC_ISSUER: address, OIDC_NAME: "Town login" },
      ...{ OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "geheim-1" },
    });
  // Some providers end their name with a slash.
  issuer = `${provider.url}/`;
  expect((await probe(provider.url)).stdout).toContain(
    "ok     The sign-in with Town login can be reached.",
  );
  issuer = "https://other.example";
  expect((await probe(provider.url)).stdout).toContain("FAULT  OIDC_ISSUER is not the issuer");
  const unavailable = await probe(`http://localhost:${closedPort}`);
  expect(unavailable.stdout).toContain("FAULT  OIDC_ISSUER cannot be reached (ECONNREFUSED)");
  expect(unavailable.stdout).not.toContain("geheim-1");
});
