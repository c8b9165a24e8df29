import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";

/** Mode of a new file: readable for its owner only, since it may contain secrets. */
const newFileMode = 0o600;

/**
 * Writes one setting into a `.env` file: in place of the line with the same name, else at the end.
 * Other lines and the file's mode are unchanged.
 *
 * @param value without spaces, quotes and line ends
 */
export function saveSetting(path: string, name: string, value: string): void {
  const exists = existsSync(path);
  const lines = exists ? readFileSync(path, "utf8").split("\n") : [""];
  const isOurs = (line: string) =>
    line.replace(/^\s*(export\s+)?/, "").split(/\s*=/, 1)[0] === name;
  const at = lines.findLastIndex(isOurs);
  const line = `${name}=${value}`;
  if (at >= 0) lines[at] = line;
  else if (lines.at(-1) === "") lines.splice(-1, 0, line);
  else lines.push(line, "");
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, lines.join("\n"), { mode: exists ? statSync(path).mode : newFileMode });
  renameSync(unfinished, path);
}
