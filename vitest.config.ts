import { defineConfig } from "vitest/config";

const unit = [
  "domain/**/*.test.{ts,tsx}",
  "app/**/*.test.{ts,tsx}",
  "server/**/*.test.ts",
  "cli/**/*.test.ts",
  "basemap/**/*.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: unit, exclude: ["**/*.integration.test.ts"] } },
      {
        test: {
          name: "integration",
          globalSetup: "tests/support/start-postgres.ts",
          include: ["**/*.integration.test.ts"],
          exclude: ["node_modules/**", "build/**"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
