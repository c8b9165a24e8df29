import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import { type Environment, loadConfigOf } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openConnection, openDatabase } from "#server/database/open-database.ts";
import { openLocales } from "#server/i18n.ts";
import type { actAsOwner } from "./act-as-owner.ts";
import type { ProgressOutput } from "./progress-bar.ts";

/** Command of the operator. @returns its exit code @throws {Error} which is printed, with code 1 */
export type Command = (context: CommandContext) => Promise<number>;

/** What a command takes of its process, and all that it does to it. */
export abstract class CommandContext {
  /** Arguments after the command's name. */
  abstract readonly args: readonly string[];
  /** Variables of the process, which precede those of the `.env` file. */
  abstract readonly environment: Environment;
  /** Folder of the program, with the `.env` file. */
  abstract readonly root: string;
  abstract readonly stdout: Writable;
  abstract readonly stderr: ProgressOutput;
  /** Warnings and errors, on the error output. */
  abstract readonly log: Logger;
  /** Prints a line; a program that reads the output may have closed it. */
  abstract readonly print: (line: string) => void;
  /** Switches from root to the owner of a folder. */
  abstract readonly actAsOwner: typeof actAsOwner;
  /** Lets other processes go first. */
  abstract readonly lowerPriority: () => void;
  /** Signal of the operator's stop, which from this call on does not end the process by itself. */
  abstract readonly stopSignal: () => AbortSignal;
  #config: Config | null = null;

  /** Settings as they were at the first use. @throws {CommandError} with a line for each error */
  get config(): Config {
    if (this.#config !== null) return this.#config;
    const loaded = loadConfigOf(this.root, this.environment);
    if (!loaded.ok) fail(...loaded.errors);
    this.#config = loaded.config;
    openLocales(loaded.config.dataDirectory);
    return this.#config;
  }

  /** Parses the arguments. @throws {CommandError} with the usage, and {@link Help} on request */
  parse<Given extends ParseArgsConfig>(usage: string, given: Given) {
    if (asksForHelp(this.args)) throw new Help(usage);
    try {
      return parseArgs<Given>({ ...given, args: this.args });
    } catch (error) {
      return fail(messageOf(error), usage);
    }
  }

  /** Absolute path of one that begins at the folder of the call, which npm names. */
  resolve(path: string): string {
    return resolve(this.environment.INIT_CWD ?? process.cwd(), path);
  }

  /** Does work with the database, and closes it. */
  async withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const opened = await openDatabase(this.config, this.log);
    return work(opened.database).finally(() => opened[Symbol.asyncDispose]());
  }

  /** Does work with a single connection that has the command's name, without migrations. */
  async withConnection<Result>(
    name: string,
    work: (client: pg.Client) => Promise<Result>,
  ): Promise<Result> {
    const opened = await openConnection(this.config, this.log, name);
    return work(opened.client).finally(() => opened[Symbol.asyncDispose]());
  }
}

/** Failure with a message of one or more lines to the operator. */
export class CommandError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

/** Usage of a command, for an operator who asked for it. */
export class Help extends Error {}

export function asksForHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

/** @throws {CommandError} with these lines */
export function fail(...lines: readonly string[]): never {
  throw new CommandError(lines);
}

/** Runs a command; its failure is a line, or several, on the error output. @returns the exit code */
export async function runCommand(command: Command, context: CommandContext): Promise<number> {
  try {
    return await command(context);
  } catch (error) {
    if (error instanceof Help) {
      context.print(error.message);
      return 0;
    }
    const lines = error instanceof CommandError ? error.lines : [messageOf(error)];
    for (const line of lines) context.stderr.write(`mosdo: ${line}\n`);
    return 1;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
