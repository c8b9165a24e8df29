import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quickPasswords } from "./tests/support/quick-passwords.ts";
import { useRunFolder } from "./tests/support/run-folder.ts";
import { clockOfRun } from "./tests/support/test-clock.ts";

const unit = [
  "domain/**/*.test.{ts,tsx}",
  "app/**/*.test.{ts,tsx}",
  "server/**/*.test.ts",
  "build-tools/**/*.test.ts",
  "cli/**/*.test.ts",
  "basemap/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** Tests of components in a DOM. */
const components = "app/**/*.dom.test.tsx";

/**
 * Tests of `npm run test:full`: they put a server under load, kill it many times, or make a PostgreSQL of another
 * version. Nothing runs beside them.
 */
const full = "**/*.full.test.ts";

/**
 * Integration tests that take 10 seconds and more, for their size too long: by that Vitest guesses the time of a file
 * that it has not run before. They start first: as the last ones, they would leave processors idle.
 */
const long = [
  "server/database/embedded/embedded-postgres.integration.test.ts",
  "server/backup/backup.integration.test.ts",
  "server/import/street-map/make-street-map.integration.test.ts",
  "tests/hostile-writes/write-calls.integration.test.ts",
  "server/http/headers-everywhere.integration.test.ts",
  "cli/backup.integration.test.ts",
  "server/processes.integration.test.ts",
  "server/main.integration.test.ts",
];

for (const path of long) {
  if (!existsSync(new URL(path, import.meta.url))) throw new Error(`there is no ${path}`);
}

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const everywhere = ["tests/support/count-cost.ts", "tests/support/open-languages.ts"];

/** V8's new space at 128 MB instead of 16: less garbage collection, a tenth of the processor time, for more memory. */
const execArgv = ["--max-semi-space-size=128"];

const onPostgres = {
  execArgv,
  setupFiles: everywhere,
  globalSetup: "tests/support/database/start-postgres.ts",
  // Ends of waits, not measures: beside other loads ten times that of a quiet machine has been seen.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
};

/** Files of a worker share its process, and fail where they leave something global behind. */
const inSharedProcess = {
  execArgv,
  isolate: false,
  setupFiles: [...everywhere, "tests/support/shared-process.ts"],
  expect: { poll: { timeout: 30_000 } },
};

useRunFolder();
// The workers, what they start, and the sessions of their databases.
Object.assign(process.env, clockOfRun());

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: unit,
          exclude: ["**/*.integration.test.ts", full, components],
          // Left to itself it keeps one processor free, which is half of a small machine.
          maxWorkers: "100%",
          // Files share the modules that they import, which takes half the time: a test that
          // replaces something global puts it back, one that replaces a module resets them.
          ...inSharedProcess,
          // Properties are tried on hundreds of values, which a busy machine takes its time for: twenty times
          // that of a quiet one has been seen.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "components",
          execArgv,
          include: [components],
          environment: "happy-dom",
          setupFiles: [...everywhere, "tests/support/app/prepare-dom.ts"],
          maxWorkers: "100%",
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...onPostgres,
          name: "integration",
          // Files share the modules that they import here too (docs/decisions/023).
          isolate: false,
          // Pages are rendered as in production, by the built application, which Node.js loads by itself.
          env: { ...quickPasswords, NODE_ENV: "production" },
          server: { deps: { external: [/\/build\/server\//] } },
          include: ["**/*.integration.test.ts"],
          exclude: ["node_modules/**", "build/**"],
          // One more than processors: a test that waits for a process or a time limit leaves no processor idle.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "full",
          include: [full],
          exclude: ["node_modules/**", "build/**"],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
