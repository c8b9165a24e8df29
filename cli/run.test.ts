import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/* Processes of commands; what these do is tested in process, also their usage. */

function run(...args: string[]) {
  const command = [join(import.meta.dirname, "run.ts"), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { status, stdout, stderr };
}

test.each(["admin", "upgrade-database"])(
  "%s ends with 1 and its usage on the error output",
  (name) => {
    expect(run(name, "--unknown")).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        new RegExp(`^mosdo: Unknown option .*\\nmosdo: usage: npm run ${name}\\b.*\\n$`),
      ),
    });
  },
);

test("a command tells its usage on request", () => {
  expect(run("upgrade-database", "--help")).toEqual({
    ...{ status: 0, stderr: "" },
    stdout: "usage: npm run upgrade-database\n",
  });
});

test("a command that does not exist is refused with the names of those that do", () => {
  expect(run("nonsense")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^mosdo: usage: npm run admin\|backup\|.*\n$/),
  });
});
