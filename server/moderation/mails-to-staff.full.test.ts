import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/* Its rules, without a server of their own, are in `mails-to-staff.integration.test.ts` and `mail-queue.integration.test.ts`. */

test("two servers that are killed and started again send one mail", async () => {
  buildWhenNeeded();
  await using db = await createTestDatabase();
  await using proxy = await DatabaseProxy.start(db.connection);
  await using server = await startMailServer();
  await using running = new AsyncDisposableStack();
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-staff-"));
  running.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const administrator = await addAccount(db.database, "eva@example.org");
  await addPlaces(db.database, [{ accepted: false }]);
  // A day long ago: the mail is due, whatever the hour.
  await db.database
    .insertInto("mail_wish")
    .values({ account_id: administrator, language: "en", told_on: "2020-01-01" })
    .execute();
  const mails = () => db.database.selectFrom("mail").select("id").execute();
  const start = async () => {
    const process = new ServerProcess(await findFreePort(), {
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDirectory,
      GEO_PROVIDER: "embedded",
      SAMPLE_PLACES: "off",
      LOG_LEVEL: "warn",
      ADMIN_USER_ID: administrator,
      AUTH_SECRET: "s".repeat(32),
      SMTP_URL: server.url,
      MAIL_FROM: "mosdo@example.org",
    });
    running.defer(async () => void (await process.stop()));
    return process;
  };
  server.refuseNext(1_000);
  const killed = [await start(), await start()];
  await Promise.all(killed.map((process) => process.readyAfterMs()));
  await expect.poll(() => server.refusals, { timeout: 60_000 }).toBeGreaterThan(0);
  await Promise.all(killed.map((process) => process.stop("SIGKILL")));
  expect(await mails()).toHaveLength(1);
  server.refuseNext(0);
  // The time passes for which a killed server has leased the mail (see mail-queue.integration.test.ts).
  await db.database
    .updateTable("mail")
    .set({ next_attempt_at: sql<Date>`database_clock()` })
    .execute();
  const next = [await start(), await start()];
  await Promise.all(next.map((process) => process.readyAfterMs()));
  const mail = await server.mailTo("eva@example.org", 60_000);
  expect(mail.subject).toBe("1 entry waits for you – Toilet Finder");
  await expect.poll(mails, { timeout: 60_000 }).toEqual([]);
  expect(server.received).toHaveLength(1);
}, 180_000);
