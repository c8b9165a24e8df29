import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { queueMail } from "#server/mail/mail-queue.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { unwatched } from "#tests/support/services/stand-ins.ts";
import { ProcessWatch } from "./process-watch.ts";

/** Values by name and labels, as the text has them. */
function valuesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test("contains requests, places, mails and connections, and nothing of a visitor", async () => {
  await using db = await createTestDatabase();
  await addPlaces(db.database, [{}]);
  const mail = { subject: "s", text: "t", html: "h", link: null };
  const terms = { kind: "reset", lifetimeMs: 60_000 } as const;
  await queueMail(db.database, { ...mail, to: "anna@example.org" }, terms);
  await queueMail(db.database, { ...mail, to: "" }, { ...terms, kind: "decoy" });
  using processWatch = new ProcessWatch();
  const operating = { ...unwatched(), processWatch };
  await using test = await createTestServices(db.database, { operating });
  const { requestMetrics, metrics } = test.services.operator;
  requestMetrics.recordRequest({
    method: "GET",
    route: "/places/:id",
    status: 200,
    seconds: 0.001,
  });
  requestMetrics.recordRequest({ method: "BREW", route: "/", status: 404, seconds: 9 });
  requestMetrics.recordRefused("write");
  requestMetrics.recordMail("late");
  requestMetrics.recordBrowserReport("policy");

  const text = await metrics();

  expect(valuesOf(text)).toMatchObject({
    'mosdo_http_request_duration_seconds_count{method="GET",route="/places/:id",status="2xx"}': 1,
    'mosdo_http_request_duration_seconds_bucket{method="GET",route="/places/:id",status="2xx",le="0.001"}': 1,
    'mosdo_http_request_duration_seconds_sum{method="other",route="/",status="4xx"}': 9,
    'mosdo_rate_limit_refusals_total{limit="write"}': 1,
    'mosdo_rate_limit_refusals_total{limit="browser-report"}': 0,
    'mosdo_rate_limit_refusals_total{limit="reading"}': 0,
    'mosdo_mails_total{outcome="late"}': 1,
    'mosdo_mails_total{outcome="sent"}': 0,
    'mosdo_browser_reports_total{kind="error"}': 0,
    'mosdo_browser_reports_total{kind="policy"}': 1,
    'mosdo_database_up{server="primary"}': 1,
    mosdo_index_places: 1,
    mosdo_index_schedules: 1,
    mosdo_mail_queue_waiting: 1,
    [`mosdo_build_info{version="0.0.0",node_version="${process.version}"}`]: 1,
  });
  const values = valuesOf(text);
  expect(Object.values(values).every(Number.isFinite)).toBe(true);
  expect(values.mosdo_mail_queue_oldest_seconds).toBeGreaterThan(0);
  expect(values.process_resident_memory_bytes).toBeGreaterThan(10_000_000);
  expect(values.mosdo_index_age_seconds).toBeLessThan(60);
  expect(text).not.toContain("anna");
});

test("responds while the database is unavailable, with its metric", async () => {
  const db = await createTestDatabase();
  await using test = await createTestServices(db.database);
  await db[Symbol.asyncDispose]();
  const values = valuesOf(await test.services.operator.metrics());
  expect(values['mosdo_database_up{server="primary"}']).toBe(0);
  expect(values).not.toHaveProperty("mosdo_mail_queue_waiting");
});

test.each(["alerts.yml", "grafana-dashboard.json"])(
  "has every figure of deploy/%s",
  async (name) => {
    await using db = await createTestDatabase();
    using processWatch = new ProcessWatch();
    const operating = { ...unwatched(), processWatch };
    await using served = await createTestServices(db.database, { operating });
    const text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), "utf8");
    const named = new Set(text.match(/\b(?:mosdo|process|nodejs)_[a-z0-9_]+_?[a-z0-9]+/g));
    const known = await served.services.operator.metrics();
    const unknown = [...named].filter(
      (figure) => !known.includes(`# TYPE ${figure.replace(/_(bucket|count|sum)$/, "")} `),
    );
    expect(named.size).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  },
);

test("contains the free disk space, and no time for an empty folder of backups", async () => {
  await using db = await createTestDatabase();
  const readWith = async (backupDirectory: string | null) => {
    await using served = await createTestServices(db.database, { config: { backupDirectory } });
    return valuesOf(await served.services.operator.metrics());
  };
  const values = await readWith(import.meta.dirname);
  expect(values.mosdo_disk_free_bytes).toBeGreaterThan(0);
  expect(values.mosdo_last_backup_timestamp_seconds).toBe(0);
  expect(await readWith(null)).not.toHaveProperty("mosdo_last_backup_timestamp_seconds");
});
