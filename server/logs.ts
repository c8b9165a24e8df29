import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Logger, pino } from "pino";

/**
 * Log on standard error, with the same JSON lines as the log on standard output; each line is written before the call
 * returns.
 */
export function createErrorLog(): Logger {
  return pino(pino.destination({ fd: 2, sync: true }));
}

/**
 * Turns text that the process and its libraries would write to standard error, often in several
 * lines, into lines of the log: `console.error` and `console.warn`, warnings of Node, and the error
 * that ends the process.
 */
export function captureStandardError(log: Logger): void {
  const write =
    (level: "error" | "warn") =>
    (first: unknown, ...rest: unknown[]) => {
      const text = [first, ...rest].map(asText).join(" ");
      if (first instanceof Error) log[level]({ err: first }, text);
      else log[level](text);
    };
  console.error = write("error");
  console.warn = write("warn");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, asText(warning)));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "the server ends by an error that nothing has caught");
    process.exit(1);
  });
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value instanceof Error ? `${value.name}: ${value.message}` : inspect(value);
}

const dayMs = 24 * 60 * 60 * 1000;
const minuteMs = 60 * 1000;

/** Name of a day's file; nothing else in the folder is ever removed. */
const filePattern = /^mosdo-(\d{4}-\d\d-\d\d)\.log$/;

interface LogFilesOptions {
  /** Folder of the files, created where it is missing. */
  readonly directory: string;
  /** Days for which a file is retained after its own day; null for ever. */
  readonly days: number | null;
  readonly now: () => Date;
  /** Size of a write, in characters. */
  readonly minLength: number;
}

/**
 * The log in files, one for each day (UTC), each removed after its retention time (docs/product#log-files). Several
 * processes write to the same file.
 */
export class LogFiles {
  /** Destination of the log's lines. */
  readonly lines: ReturnType<typeof pino.destination>;
  readonly #options: LogFilesOptions;
  #day: string;

  /** @throws {Error} where the folder or the file cannot be written */
  constructor(options: LogFilesOptions) {
    this.#options = options;
    this.#day = this.#today();
    mkdirSync(options.directory, { recursive: true });
    const { minLength } = options;
    this.lines = pino.destination({
      ...{ dest: this.#path(), append: true, mkdir: true, mode: 0o640 },
      ...{ sync: true, minLength, periodicFlush: 200 },
    });
    this.#removeOld();
  }

  /** Checks each minute whether another day has begun. The timer does not keep the process alive. */
  tend(): void {
    setInterval(() => this.rotate(), minuteMs).unref();
  }

  /** Begins the file of another day, and removes expired files; once a day. */
  rotate(): void {
    const today = this.#today();
    if (today === this.#day) return;
    this.#day = today;
    this.lines.reopen(this.#path());
    this.#removeOld();
  }

  #today(): string {
    return this.#options.now().toISOString().slice(0, 10);
  }

  #path(): string {
    return join(this.#options.directory, `mosdo-${this.#day}.log`);
  }

  #removeOld(): void {
    const { directory, days } = this.#options;
    if (days === null) return;
    const oldest = Date.parse(this.#day) - days * dayMs;
    for (const name of readdirSync(directory)) {
      const [, day] = filePattern.exec(name) ?? [];
      // Another process may have removed it already.
      if (day && Date.parse(day) < oldest) rmSync(join(directory, name), { force: true });
    }
  }
}
