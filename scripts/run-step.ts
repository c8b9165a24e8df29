import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One thing that must hold: commands that are run in order until one fails. */
export interface Step {
  readonly title: string;
  readonly commands: readonly (readonly [name: string, ...args: string[]])[];
  /** The runner that the last command is, where its tests are to be counted. */
  readonly report?: TestReport;
}

export interface Outcome extends TestCounts {
  readonly title: string;
  readonly seconds: number;
}

interface Surroundings {
  readonly root: string;
  readonly reportDirectory: string;
  /** Whether the output is shown as a whole at the end, for a step that has others beside it. */
  readonly isShownAtEnd: boolean;
}

/** Runs a step with its output shown; a step that counts no tests passes or fails as one. */
export async function runStep(step: Step, surroundings: Surroundings): Promise<Outcome> {
  const { root, reportDirectory, isShownAtEnd } = surroundings;
  const heading = `\n── ${step.title}\n`;
  const held: Buffer[] = [];
  if (!isShownAtEnd) process.stdout.write(heading);
  const begun = performance.now();
  const reportPath = join(reportDirectory, `${step.title}.json`);
  const succeeded = await runCommands(step, root, reportPath, isShownAtEnd ? held : null);
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(heading), ...held]));
  const counts = step.report ? readTestCounts(step.report, reportPath) : null;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { title: step.title, seconds, ...settleCounts(counts, succeeded) };
}

/** Runs a step's commands, their output shown or added to `held`. */
async function runCommands(
  step: Step,
  root: string,
  reportPath: string,
  held: Buffer[] | null,
): Promise<boolean> {
  const tools = `${dirname(process.execPath)}:${join(root, "node_modules/.bin")}`;
  const env = {
    ...process.env,
    PATH: `${tools}:${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
    ...(held && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
  };
  const output = held ? "pipe" : "inherit";
  for (const [name, ...args] of step.commands) {
    const reporting = name === step.report ? reporterArguments(step.report, reportPath) : [];
    const child = spawn(name, [...args, ...reporting], {
      cwd: root,
      env,
      stdio: ["ignore", output, output],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes: Buffer) => held?.push(bytes));
    }
    const [code] = await once(child, "close");
    if (code !== 0) return false;
  }
  return true;
}

function reporterArguments(report: TestReport, path: string): string[] {
  return report === "vitest"
    ? ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`]
    : ["--reporter=list,json"];
}

/** A runner that fails without a failed test (a file that did not load) is a failure as well. */
function settleCounts(counts: TestCounts | null, succeeded: boolean): TestCounts {
  if (!counts) {
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: 0, failures: [] };
  }
  return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1) };
}

/** A test runner whose JSON report we can read. */
type TestReport = "vitest" | "playwright";

interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What failed, a line each: the end of a long output is what one sees of it. */
  readonly failures: readonly string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    /** Why the file as a whole failed. */
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { projectName: string; status: string }[] }[];
}

/** The counts in a runner's report; null where it has written none. */
function readTestCounts(report: TestReport, path: string): TestCounts | null {
  if (!existsSync(path)) return null;
  const content: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (report === "vitest") {
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
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(playwrightFailures),
  };
}

function vitestFailures({
  name,
  message,
  assertionResults,
}: VitestReport["testResults"][number]): string[] {
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0 && message !== "") return [`${name}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) =>
      `${name}: ${fullName}: ${firstLine(failureMessages?.[0] ?? "")}`,
  );
}

function playwrightFailures({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, status }) => {
        const verdict = status === "flaky" ? ": passed at the second try" : "";
        return `${file}: ${title} [${projectName}]${verdict}`;
      }),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
