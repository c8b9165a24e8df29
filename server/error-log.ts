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
