import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** A test runner with a JSON report that we can read. */
export type TestRunner = "vitest" | "playwright";

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly FailedTest[];
}

/** A failed test, or a test file that did not load. */
export interface FailedTest {
  readonly file: string;
  /** Names of its groups and its own, as Vitest's `-t` takes them; null for a file that did not load. */
  readonly title: string | null;
  /** Line of the summary: only the end of a long output is read. */
  readonly line: string;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    /** Why the file failed to load. */
    message: string;
    assertionResults: {
      status: string;
      ancestorTitles: string[];
      title: string;
      failureMessages: string[] | null;
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: { error?: { message?: string } }[];
}

/** The counts in a runner's JSON report; null where it has written none. */
export function readTestReport(runner: TestRunner, path: string): TestCounts | null {
  if (!existsSync(path)) return null;
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (runner === "vitest") {
    const counts = content as VitestReport;
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests,
      skipped: counts.numPendingTests + counts.numTodoTests,
      failures: counts.testResults.flatMap(vitestFailures),
    };
  }
  const { stats, suites } = content as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(playwrightFailures),
  };
}

function vitestFailures({
  name,
  message,
  assertionResults,
}: VitestReport["testResults"][number]): FailedTest[] {
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0 && message !== "")
    return [{ file: name, title: null, line: `${name}: ${firstLine(message)}` }];
  return failed.map(({ ancestorTitles, title, failureMessages }) => {
    const fullTitle = [...ancestorTitles, title].join(" > ");
    const why = firstLine(failureMessages?.[0] ?? "");
    return { file: name, title: fullTitle, line: `${name}: ${fullTitle}: ${why}` };
  });
}

function playwrightFailures({ suites = [], specs }: PlaywrightSuite): FailedTest[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) => {
        const why = firstLine(results.at(-1)?.error?.message ?? "");
        return { file, title, line: `${file}: ${title} [${projectName}]: ${why}` };
      }),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).split("\n", 1)[0] ?? "";
}
