import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";
import { engines, missingPackages } from "./web-driver.ts";

const cwd = fileURLToPath(new URL("../..", import.meta.url));
const [, accountsServer] = [base.webServer].flat();
if (!accountsServer) throw new Error("the configuration of the browser tests has no second server");

/**
 * The main flows in Firefox and in WebKit, the engine of Safari (`npm run test:engines`, docs/accessibility.md).
 * One server of the browser tests serves both; each engine does one flow after the other.
 */
export default defineConfig({
  testDir: ".",
  forbidOnly: base.forbidOnly,
  workers: 2,
  retries: base.retries,
  timeout: 90_000,
  reporter: base.reporter,
  projects: engines.map((name) => ({ name })),
  webServer: engines.every((engine) => missingPackages(engine).length > 0)
    ? []
    : [{ ...accountsServer, cwd }],
});
