import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database/test-database.ts";
import { clockEnvironment, inheritedClock } from "./test-clock.ts";

const runStartMs = Date.parse("2026-06-17T08:31:00Z");
const hourMs = 3_600_000;

/** Times of a process and of its worker thread. */
async function timesOfProcess(environment: Record<string, string>): Promise<number[]> {
  const script = `
    const { Worker } = require("node:worker_threads");
    const say = "console.log(Date.now(), new Date().getTime())";
    eval(say);
    new Worker(new URL("data:text/javascript," + say));`;
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { env });
  return stdout.trim().split(/\s+/).map(Number);
}

/** Whether times are within the first hours of the run, moved by hours. */
const areOfRun = (timesMs: readonly number[], movedHours = 0) =>
  timesMs.every((timeMs) => {
    const sinceMs = timeMs - movedHours * hourMs - runStartMs;
    return sinceMs >= 0 && sinceMs < 3 * hourMs;
  });

test("tests, what they start and their databases have the clock of the run", async () => {
  await using db = await createTestDatabase();
  const { rows } = await sql<{ at: Date }>`select database_clock() as at`.execute(db.database);
  expect(areOfRun([Date.now(), rows[0].at.getTime()])).toBe(true);
  const times = await timesOfProcess(inheritedClock());
  expect(times).toHaveLength(4);
  expect(areOfRun(times)).toBe(true);
});

test("a file moves a process's clock from there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mosdo-shift-"));
  const shiftFile = join(folder, "shift");
  writeFileSync(shiftFile, String(100 * hourMs));
  const times = await timesOfProcess({ ...inheritedClock(), ...clockEnvironment(shiftFile) });
  rmSync(folder, { recursive: true });
  expect(times).toHaveLength(4);
  expect(areOfRun(times, 100)).toBe(true);
});
