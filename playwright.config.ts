import { mkdtempSync } from "node:fs";
import os, { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "#tests/support/browser/find-chromium.ts";
import { quickPasswords } from "#tests/support/quick-passwords.ts";
import { useRunFolder } from "#tests/support/run-folder.ts";
import { clockOfRun, ofFaketime } from "#tests/support/test-clock.ts";

const port = Number(process.env.E2E_PORT ?? 3217);

// The configuration is read again in every worker: the first reading decides, by the environment.
const chromium = await findChromium();
process.env.CHROMIUM_PATH = chromium.executablePath;
Object.assign(process.env, prefixed(chromium.environment));
// For the tests themselves; `Date` stays here and in the workers, which set the browser's cookies by it.
const runClock = clockOfRun();
/** Environment of the servers. */
const ofRun = { ...runClock, ...quickPasswords };
process.env.CLOCK_OFFSET_MS = runClock.CLOCK_OFFSET_MS;
process.env.PGOPTIONS = runClock.PGOPTIONS;
// After the browser, which is unpacked for later runs as well.
useRunFolder();
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(os.tmpdir(), "mosdo-e2e-"));
process.env.E2E_ACCOUNTS_DATA_DIR ??= mkdtempSync(path.join(os.tmpdir(), "mosdo-e2e-accounts-"));

/** The browser's own environment, carried to the workers without changing theirs. */
function prefixed(environment: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [`E2E_CHROMIUM_${name}`, value]),
  );
}

function browserEnvironment(): Record<string, string> {
  const own = Object.entries(process.env)
    .filter(([name]) => name.startsWith("E2E_CHROMIUM_"))
    .map(([name, value]) => [name.slice("E2E_CHROMIUM_".length), value ?? ""]);
  // Chromium does not start under faketime, and needs it not: its pages have the run's clock.
  const usual = Object.entries(process.env).filter(([name]) => !ofFaketime.test(name));
  return Object.fromEntries([...usual, ...own]);
}

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A page keeps a worker, a renderer and a server busy: more workers would only wait for each other.
  workers: availableParallelism(),
  // In CI, at most two failed tests are run once more at the end (scripts/run-checks.ts).
  retries: 0,
  // Ends of waits, not measures: a busy machine takes its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  use: {
    // A test that needs a wide window says `test.use(desktop)`.
    ...devices["Pixel 7"],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    baseURL: `http://localhost:${port}`,
    locale: "hu-HU",
    timezoneId: "Europe/Budapest",
    // It begins after six seconds, and takes requests from tests that answer them; its own test lets it.
    serviceWorkers: "block",
    // Recording every test costs a sixth of their time: `--trace on` records the one that you look at.
    trace: "off",
    launchOptions: {
      executablePath: chromium.executablePath,
      env: browserEnvironment(),
      args: [...chromium.args],
    },
  },
  projects: [
    { name: "chromium", grepInvert: /@full/ },
    { name: "full", grep: /@full/ },
    // It measures time: `npm run test:full` runs it, and nothing beside it.
    { name: "lighthouse", testDir: "tests/lighthouse" },
  ],
  webServer: [
    {
      command: "exec node server/main.ts",
      url: `http://localhost:${port}/readyz`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      stdout: "pipe",
      env: {
        ...ofRun,
        NODE_ENV: "production",
        PORT: String(port),
        DATA_DIR: process.env.E2E_DATA_DIR,
        GEO_PROVIDER: "embedded",
        CONTACT_EMAIL: "segitseg@mosdo.example",
        LOG_LEVEL: "warn",
      },
    },
    {
      // The same product with Google and a mail server, these two peers, and a proxy that ends TLS.
      command: "exec node tests/e2e/support/accounts-server.ts",
      url: `http://localhost:${port + 2}/readyz`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      stdout: "pipe",
      env: {
        ...ofRun,
        ACCOUNTS_PORT: String(port + 1),
        ACCOUNTS_DOOR_PORT: String(port + 2),
        ACCOUNTS_TLS_PORT: String(port + 3),
        DATA_DIR: process.env.E2E_ACCOUNTS_DATA_DIR,
      },
    },
  ],
});
