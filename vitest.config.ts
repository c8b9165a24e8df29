import { defineConfig } from "vitest/config";

const unit = [
  "domain/**/*.test.{ts,tsx}",
  "app/**/*.test.{ts,tsx}",
  "server/**/*.test.ts",
  "cli/**/*.test.ts",
  "basemap/**/*.test.ts",
  "scripts/**/*.test.ts",
];

export default defineConfig({
  test: {
    // Left to itself it keeps one processor free, which is half of a small machine.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: unit,
          exclude: ["**/*.integration.test.ts"],
          // Properties are tried on hundreds of values, which a busy machine takes its time for.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "integration",
          globalSetup: "tests/support/database/start-postgres.ts",
          include: ["**/*.integration.test.ts"],
          exclude: ["node_modules/**", "build/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
