import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { useRunFolder } from "./tests/support/run-folder.ts";

const unit = [
  "domain/**/*.test.{ts,tsx}",
  "app/**/*.test.{ts,tsx}",
  "server/**/*.test.ts",
  "cli/**/*.test.ts",
  "basemap/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** Tests that put a server under load and measure it: nothing else may run beside them. */
const measuring = ["server/main.integration.test.ts", "server/floods.integration.test.ts"];

const onPostgres = {
  globalSetup: "tests/support/database/start-postgres.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

useRunFolder();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: unit,
          exclude: ["**/*.integration.test.ts"],
          // Left to itself it keeps one processor free, which is half of a small machine.
          maxWorkers: "100%",
          // Files share the modules that they import, which takes half the time: a test that
          // replaces something global puts it back, one that replaces a module resets them.
          isolate: false,
          // Properties are tried on hundreds of values, which a busy machine takes its time for.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...onPostgres,
          name: "integration",
          include: ["**/*.integration.test.ts"],
          exclude: ["node_modules/**", "build/**", ...measuring],
          // These tests wait for processes and time limits half of their time.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "integration-alone",
          include: measuring,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
