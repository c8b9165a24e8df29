import { execFile } from "node:child_process";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { pino } from "pino";
import type { TestDatabase } from "#tests/support/database/test-database.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";
import { type Command, CommandContext, runCommand } from "./command.ts";

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables of a command, besides the usual ones. */
export type Settings = Readonly<Record<string, string>>;

/** Context of a command in the test's process, which it leaves as it is. */
class TestContext extends CommandContext {
  readonly args: readonly string[];
  readonly environment: Settings;
  readonly root: string;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough() as PassThrough & { isTTY: boolean };
  readonly log = pino({ level: "warn" }, this.stderr);
  readonly print = (line: string) => void this.stdout.write(`${line}\n`);
  readonly actAsOwner = () => {};
  readonly lowerPriority = () => {};
  readonly stopSignal = () => new AbortController().signal;

  constructor(args: readonly string[], { root = "/nowhere", ...environment }: Settings) {
    super();
    this.args = args;
    this.environment = environment;
    this.root = root;
  }
}

/**
 * Runs a command in this process, as an operator does.
 *
 * @param settings `root` is the folder of the program, without a `.env` file where it is left out
 */
export async function operate(
  command: Command,
  settings: Settings,
  ...args: string[]
): Promise<Outcome> {
  const context = new TestContext(args, settings);
  const { stdout, stderr } = context;
  const code = runCommand(command, context).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, errors] = await Promise.all([text(stdout), text(stderr)]);
  return { code: await code, stdout: out, stderr: errors };
}

/** Command line of a command in a separate process. */
export const commandLine = (...command: string[]) => [
  join(import.meta.dirname, "run.ts"),
  ...command,
];

/**
 * Runs a command in a separate process; a failure is a value with its exit code.
 *
 * @param settings `root` is the folder of the program, this one where it is left out
 */
export async function operateProcess(
  { root = join(import.meta.dirname, ".."), ...settings }: Settings,
  ...command: string[]
): Promise<Outcome> {
  const env = { ...childEnvironment(), ...settings };
  return promisify(execFile)(process.execPath, [join(root, "cli/run.ts"), ...command], {
    env,
  }).then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** `DATABASE_URL` of a test's database. */
export function urlOf({ connection: { host, user, database } }: Pick<TestDatabase, "connection">) {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}
