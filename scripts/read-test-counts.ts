import { existsSync, readFileSync } from "node:fs";

/** A test runner whose JSON report we can read. */
export type TestReport = "vitest" | "playwright";

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** The counts in a runner's report; null where it has written none. */
export function readTestCounts(report: TestReport, path: string): TestCounts | null {
  if (!existsSync(path)) return null;
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (report === "vitest") {
    const counts = content as VitestReport;
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests + counts.numTodoTests,
    };
  }
  const { stats } = content as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  };
}
