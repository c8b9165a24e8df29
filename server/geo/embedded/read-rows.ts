import { readFileSync } from "node:fs";

/** The rows of a file of tab-separated values, without its last line break. */
export function readRows(path: string): string[][] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => line.split("\t"));
}
