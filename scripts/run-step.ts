import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { costsEnvironment, readCosts } from "#tests/support/processor-time.ts";
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
  /** Processor time that it may take, in seconds of the machine of the budgets (`processor-budget.ts`). */
  readonly budgetSeconds?: number;
  /** Settings of the commands. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Outcome extends TestCounts {
  readonly step: Step;
  readonly seconds: number;
  /** Processor time of its processes, user and system. */
  readonly processorSeconds: number;
  /** The same by test file. */
  readonly costs: ReadonlyMap<string, number>;
  /** Tests that failed, and passed when they were run once more, alone. */
  readonly unstable: readonly FailedTest[];
}

interface Surroundings {
  readonly root: string;
  readonly reportDirectory: string;
  /** Whether the output is shown at the end, for a step that runs while others do. */
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
  const costsPath = join(reportDirectory, `${step.title}.tsv`);
  const environment = { ...step.environment, ...costsEnvironment(costsPath) };
  const shown = isShownAtEnd ? captured : null;
  const ran = await runCommands({ ...step, environment }, root, reportPath, shown);
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(heading), ...captured]));
  const counts = step.report ? readTestReport(step.report, reportPath) : null;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return {
    ...{ step, seconds, costs: readCosts(costsPath), unstable: [] },
    processorSeconds: ran.processorSeconds,
    ...settleCounts(counts, ran.code),
  };
}

/** Runs the failed tests of a step alone once more. Where all pass, they are unstable, not failed. */
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

/** A shell that runs its arguments as a command, then writes what `times` prints to descriptor 3. */
const timed = ["sh", "-c", '"$0" "$@" 3>&-; code=$?; times >&3; exit $code'];

/** System calls prctl(2) of Linux, by architecture. */
const prctl: Partial<Record<NodeJS.Architecture, number>> = { x64: 157, arm64: 167 };

/**
 * Command that makes the shell the parent of orphans (PR_SET_CHILD_SUBREAPER), so that it counts them too: Chromium
 * leaves its renderers, a third of a run's processor time. Empty where there is no Perl, or no Linux.
 */
const adopting =
  process.platform === "linux" && prctl[process.arch] && spawnSync("perl", ["-e", "1"]).status === 0
    ? ["perl", "-e", `syscall(${prctl[process.arch]}, 36, 1, 0, 0, 0); exec @ARGV`]
    : [];

/** Runs a step's commands, their output shown or added to `captured`; the code of the first that fails, else 0. */
async function runCommands(
  step: Step,
  root: string,
  reportPath: string,
  captured: Buffer[] | null,
): Promise<{ code: number | null; processorSeconds: number }> {
  const tools = `${dirname(process.execPath)}:${join(root, "node_modules/.bin")}`;
  const env = {
    ...process.env,
    ...step.environment,
    PATH: `${tools}:${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
    ...(captured && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
  };
  const output = captured ? "pipe" : "inherit";
  let processorSeconds = 0;
  for (const [name, ...args] of step.commands) {
    const reporting = name === step.report ? reporterArguments(step.report, reportPath) : [];
    const [program, ...rest] = [...adopting, ...timed, name, ...args, ...reporting];
    const child = spawn(program, rest, {
      cwd: root,
      env,
      stdio: ["ignore", output, output, "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes: Buffer) => captured?.push(bytes));
    }
    let times = "";
    child.stdio[3]?.on("data", (bytes: Buffer) => {
      times += bytes;
    });
    const [code] = await once(child, "close");
    processorSeconds += readTimes(times);
    if (code !== 0) return { code, processorSeconds };
  }
  return { code: 0, processorSeconds };
}

/** Processor time of the ended children in what the shell's `times` prints (POSIX): `1m2.50s 0m0.25s` in line 2. */
export function readTimes(text: string): number {
  const children = text.split("\n")[1] ?? "";
  const times = children.matchAll(/(\d+)m([\d.,]+)s/g);
  return [...times].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds.replace(",", ".")),
    0,
  );
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
