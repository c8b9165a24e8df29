import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";

/*
 * Loaded with `--import` into a command of the operator, which leads its process group: the group is killed at the
 * step that KILL_AT names, a regular expression. A step is a line, made before it is done, with its number among
 * equal ones: `query update "place" set …#1`, `rename /data/a /data/b#1`, `remove /data/a#2`, `read /data/a#7`, and
 * `running /bin/program#1` just after the start of a program.
 */
const killAt = new RegExp(process.env.KILL_AT ?? "^$");
const numbers = new Map<string, number>();

function step(...words: readonly unknown[]): void {
  const line = words
    .filter((word) => typeof word === "string")
    .join(" ")
    .replace(/\s+/g, " ");
  const number = (numbers.get(line) ?? 0) + 1;
  numbers.set(line, number);
  if (killAt.test(`${line}#${number}`)) process.kill(-process.pid, "SIGKILL");
}

/** Makes a step before each call of a function of a module. */
function announce<Module, Name extends keyof Module>(module: Module, name: Name, word: string) {
  const original = module[name] as (...given: unknown[]) => unknown;
  const announced = function (this: unknown, ...given: unknown[]) {
    step(word, ...given.slice(0, 2));
    return original.apply(this, given);
  };
  module[name] = announced as Module[Name];
}

announce(fs, "renameSync", "rename");
announce(fs, "rmSync", "remove");
announce(fs, "copyFileSync", "copy");
announce(fs, "readFileSync", "read");

const { open } = fs.promises;
fs.promises.open = async (path, ...others) => {
  const file = await open(path, ...others);
  const read = file.read.bind(file) as (...given: unknown[]) => unknown;
  const announced = (...given: unknown[]) => {
    step("read", path);
    return read(...given);
  };
  return Object.assign(file, { read: announced });
};

const { execFile } = childProcess;
childProcess.execFile = ((...given: Parameters<typeof execFile>) => {
  const child = execFile(...given);
  child.once("spawn", () => step("running", given[0]));
  return child;
}) as typeof execFile;
syncBuiltinESMExports();

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [text] = given as (string | { text: string })[];
  step("query", typeof text === "string" ? text : text?.text);
  return (query as (...given: unknown[]) => unknown).apply(this, given);
} as typeof query;
