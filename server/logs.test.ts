import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const module = pathToFileURL(`${import.meta.dirname}/logs.ts`).href;

/** Lines that a process with the error log writes to standard error while it runs the script. */
function linesOf(script: string) {
  const { stderr, status } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { captureStandardError, createErrorLog } from ${JSON.stringify(module)};
      captureStandardError(createErrorLog());
      ${script}`,
    ],
    { encoding: "utf8" },
  );
  const lines = stderr.split("\n").slice(0, -1);
  return { status, lines: lines.map((line) => JSON.parse(line)) };
}

it("writes messages of libraries as lines of JSON", () => {
  const { status, lines } = linesOf(
    'console.error(new TypeError("broken\\nin two")); console.warn("careful", { a: 1 }); process.emitWarning("old");',
  );
  expect(status).toBe(0);
  expect(lines).toMatchObject([
    { level: 50, msg: "TypeError: broken\nin two", err: { type: "TypeError" } },
    { level: 40, msg: "careful { a: 1 }" },
    { level: 40, msg: "Warning: old" },
  ]);
});

it.each(['throw new Error("lost")', 'Promise.reject(new Error("lost"))'])(
  "says in a line of JSON what ends the process: %s",
  (script) => {
    const { status, lines } = linesOf(script);
    expect(status).toBe(1);
    expect(lines).toMatchObject([{ level: 60, err: { message: "lost" } }]);
  },
);
