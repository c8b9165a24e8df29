import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Viewer } from "#server/accounts/viewer.ts";
import { writeBackup } from "#server/backup/write-backup.ts";
import { newConnection } from "#server/database/connect.ts";
import { queueMail } from "#server/mail/mail-queue.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { unwatched } from "#tests/support/services/stand-ins.ts";

const administrator: Viewer = { userId: "admin", email: null, role: "administrator" };

test("shows the administrator database, places, mails, map, disk and usage", async () => {
  await using db = await createTestDatabase();
  await addPlaces(db.database, [{}, {}]);
  const extract = { name: "hungary", digest: "x", bounds: "(1,1),(0,0)" };
  await db.database
    .insertInto("extract")
    .values({ ...extract, data_at: new Date("2026-05-01T00:00:00Z") })
    .execute();
  await db.database
    .insertInto("source_list")
    .values({
      ...{ name: "pest", title: "Toilets of Pest", licence: "CC0", attribution: "Pest" },
      ...{ address: "https://pest.example/toilets.csv", mapping: JSON.stringify({ columns: {} }) },
      failure: JSON.stringify({ code: "refused", status: 503 }),
    })
    .execute();
  const waiting = { list: "pest", file_name: "toilets.csv", state: "waiting" } as const;
  await db.database.insertInto("list_import").values(waiting).execute();
  const mail = { to: "anna@example.org", subject: "s", text: "t", html: "h", link: null };
  await queueMail(db.database, mail, { kind: "reset", lifetimeMs: 60_000 });
  const operating = unwatched();
  await using served = await createTestServices(db.database, {
    operating,
    config: { geoProvider: "auto" },
  });
  operating.requestMetrics.recordMail("refused");
  operating.usage.record("page-view");
  const hourMs = 60 * 60 * 1000;
  operating.requestMetrics.recordBrowserReport("policy");
  operating.requestMetrics.recordBrowserReport("error", Date.now() - 22 * hourMs);
  operating.requestMetrics.recordBrowserReport("error", Date.now() - 24 * hourMs);

  const { readStatus } = served.services.operator;
  expect(await readStatus({ ...administrator, role: "moderator" })).toMatchObject({ ok: false });
  const result = await readStatus(administrator);

  expect(result).toMatchObject({
    ok: true,
    status: {
      versions: {
        product: "0.0.0",
        node: process.version,
        postgres: expect.stringMatching(/^\d+/),
      },
      database: { isEmbedded: true },
      connections: { open: 0, idle: 0, queued: 0 },
      index: { places: 2, schedules: 1 },
      mails: { queued: 1, lastTrouble: { kind: "refused" }, hasServer: false },
      map: {
        provider: "local",
        baseMapHost: null,
        hasRoutes: false,
        extracts: [{ name: "hungary", dataAt: "2026-05-01T00:00:00.000Z" }],
      },
      lists: [
        {
          ...{ title: "Toilets of Pest", checkedAt: null, waitingImport: 1 },
          failure: { code: "refused", status: 503 },
        },
      ],
      browserReports: { error: 1, policy: 1 },
      usage: [{ counts: { "page-view": 1 } }],
    },
  });
  if (!result.ok) throw new Error(result.code);
  expect(result.status.database.sizeBytes).toBeGreaterThan(1e6);
  expect(result.status.disk?.totalBytes).toBeGreaterThan(result.status.disk?.freeBytes ?? 0);
  expect(JSON.stringify(result)).not.toContain("anna");
});

test("contains the time of the last backup", async () => {
  const directory = mkdtempSync(join(tmpdir(), "mosdo-status-"));
  await using db = await createTestDatabase();
  const operating = unwatched();
  await using served = await createTestServices(db.database, {
    operating,
    config: { backupDirectory: directory },
  });
  const lastBackup = async () => {
    const result = await served.services.operator.readStatus(administrator);
    return result.ok && result.status.backup?.lastAt;
  };
  expect(await lastBackup()).toBeNull();
  const client = newConnection(db.connection, "backup");
  await client.connect();
  const now = () => new Date("2026-06-09T22:00:00.500Z");
  await writeBackup({ client, directory, secretPath: null, now });
  await client.end();
  expect(await lastBackup()).toBe("2026-06-09T22:00:00.000Z");
  rmSync(directory, { recursive: true });
  expect(await lastBackup()).toBeNull();
});

test("contains what is known while the database is unavailable", async () => {
  const db = await createTestDatabase();
  const operating = unwatched();
  await using served = await createTestServices(db.database, {
    operating,
    config: { geoProvider: "open" },
  });
  await db[Symbol.asyncDispose]();
  const result = await served.services.operator.readStatus(administrator);
  expect(result).toMatchObject({
    ok: true,
    status: {
      database: { sizeBytes: null },
      versions: { postgres: null },
      mails: { queued: null },
      map: { provider: "open", hasRoutes: true },
    },
  });
});
