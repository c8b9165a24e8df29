import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import {
  type FailedTest,
  readTestReport,
  type TestCounts,
  type TestRunner,
} from "./test-report.ts";

/** A check: commands that are run in order until one fails. */
export interface Step {
  readonly title: string;
  readonly commands: readonly (readonly [name: string, ...args: string[]])[];
  /** The runner of the last command, where its tests are to be counted. */
  readonly report?: TestRunner;
  /** Settings of the commands. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Outcome extends TestCounts {
  readonly step: Step;
  readonly seconds: number;
  /** Tests that failed, and passed when they were run once more, alone. */
  readonly unstable: readonly FailedTest[];
}

interface Surroundings {
  readonly root: string;
  readonly reportDirectory: string;
  /** Whether the output is shown at the end, for a step that runs beside others. */
  readonly isShownAtEnd: boolean;
}

/** Runs a step with its output shown; a step without counted tests counts as one. */
export async function runStep(step: Step, surroundings: Surroundings): Promise<Outcome> {
  const { root, reportDirectory, isShownAtEnd } = surroundings;
  const heading = `\n── ${step.title}\n`;
  const captured: Buffer[] = [];
  if (!isShownAtEnd) process.stdout.write(heading);
  const begun = performance.now();
  const reportPath = join(reportDirectory, `${step.title}.json`);
  const code = await runCommands(step, root, reportPath, isShownAtEnd ? captured : null);
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(heading), ...captured]));
  const counts = step.report ? readTestReport(step.report, reportPath) : null;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { step, seconds, unstable: [], ...settleCounts(counts, code) };
}

/**
 * Runs the failed tests of a step once more, one at a time and alone. Where all of them pass, they
 * are unstable instead of failed.
 */
export async function rerunFailures(
  outcome: Outcome,
  surroundings: Surroundings,
): Promise<Outcome> {
  const { step, failures } = outcome;
  const command = rerunCommand(step, failures);
  if (command === null || failures.length !== outcome.failed) return outcome;
  const again = await runStep(
    { ...step, title: `${step.title}, once more`, commands: [command] },
    surroundings,
  );
  if (again.failed > 0 || again.passed < failures.length) return outcome;
  const passed = outcome.passed + failures.length;
  return { ...outcome, passed, failed: 0, failures: [], unstable: failures };
}

/** The command that runs only the failed tests of a step; null where it has none. */
export function rerunCommand(
  { report, commands }: Step,
  failures: readonly FailedTest[],
): Step["commands"][number] | null {
  const command = commands.at(-1);
  if (report === undefined || command === undefined || failures.length === 0) return null;
  if (report === "playwright") return [...command, "--last-failed", "--workers=1"];
  const files = [...new Set(failures.map(({ file }) => file))];
  const titles = failures.map(({ title }) => title);
  const names = titles.flatMap((title) => (title === null ? [] : [escapePattern(title)]));
  // All of a file that did not load is run.
  const chosen = names.length < titles.length ? [] : ["-t", `^(${names.join("|")})$`];
  return [...command, "--maxWorkers=1", ...files, ...chosen];
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Exit code of a command that could not check, as in GNU Automake: its step is skipped. */
export const notChecked = 77;

/** Runs a step's commands, their output shown or added to `captured`; the code of the first that fails, else 0. */
async function runCommands(
  step: Step,
  root: string,
  reportPath: string,
  captured: Buffer[] | null,
): Promise<number | null> {
  const tools = `${dirname(process.execPath)}:${join(root, "node_modules/.bin")}`;
  const env = {
    ...process.env,
    ...step.environment,
    PATH: `${tools}:${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
    ...(captured && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
  };
  const output = captured ? "pipe" : "inherit";
  for (const [name, ...args] of step.commands) {
    const reporting = name === step.report ? reporterArguments(step.report, reportPath) : [];
    const child = spawn(name, [...args, ...reporting], {
      cwd: root,
      env,
      stdio: ["ignore", output, output],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes: Buffer) => captured?.push(bytes));
    }
    const [code] = await once(child, "close");
    if (code !== 0) return code;
  }
  return 0;
}

function reporterArguments(report: TestRunner, path: string): string[] {
  return report === "vitest"
    ? ["--reporter=default", "--reporter=json", `--outputFile.json=${path}`]
    : ["--reporter=list,json"];
}

/** A runner that fails without a failed test (a file that did not load) is a failure as well. */
function settleCounts(counts: TestCounts | null, code: number | null): TestCounts {
  const succeeded = code === 0;
  if (!counts) {
    const isSkipped = code === notChecked;
    const failed = succeeded || isSkipped ? 0 : 1;
    return { passed: Number(succeeded), failed, skipped: Number(isSkipped), failures: [] };
  }
  return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1) };
}
