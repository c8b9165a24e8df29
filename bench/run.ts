import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `npm run bench [-- QUESTION… OPTION…]`: measures each question in a separate process, so that none disturbs the next.
 * Each has a folder here with its README; options are handed on to all.
 */
const questions = ["start-up", "serving", "place-index", "visitors", "first-sight"];
const isQuestion = (argument: string) => questions.includes(argument);

const given = process.argv.slice(2);
const asked = given.filter(isQuestion);
const options = given.filter((argument) => !isQuestion(argument));

for (const question of asked.length > 0 ? asked : ["start-up", "serving"]) {
  const path = join(import.meta.dirname, question, "run.ts");
  const child = spawn(process.execPath, [path, ...options], { stdio: "inherit" });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  // Ctrl-C reaches the child too: it is waited for, so that it can tidy up.
  process.once("SIGTERM", forward).once("SIGINT", () => {});
  const [status] = await once(child, "exit");
  if (status !== 0) process.exit(status ?? 1);
}
