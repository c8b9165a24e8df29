import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Mock of npm: two extracts as the product lists them, and an import that prints its command. */
const npm = `#!/bin/sh
case "$*" in
  *extracts) printf 'land\\n  data of     2026-02-20 20:00 UTC\\nother\\n  ways        yes\\n' ;;
  *) echo "$*" ;;
esac
`;

let folder: string;
/** Folder that serves change files as a provider does, by its `file:` URL. */
let provider: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-job-"));
  provider = join(folder, "provider");
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin/npm"), npm);
  chmodSync(join(folder, "bin/npm"), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

function publish(...days: readonly number[]): void {
  const daysFolder = join(provider, "000/000");
  mkdirSync(daysFolder, { recursive: true });
  for (const day of days) {
    const path = join(daysFolder, String(day).padStart(3, "0"));
    writeFileSync(`${path}.osc.gz`, "changes");
    writeFileSync(`${path}.state.txt`, `sequenceNumber=${day}\n`);
    writeFileSync(join(provider, "state.txt"), `#Fri Feb 20\nsequenceNumber=${day}\n`);
  }
}

function job(name: string, ...more: string[]) {
  const script = join(import.meta.dirname, "../deploy/update-extract.sh");
  return spawnSync("sh", [script, name, `file://${provider}`, ...more], {
    encoding: "utf8",
    env: {
      PATH: [join(folder, "bin"), process.env.PATH].join(delimiter),
      HOME: folder,
      DATA_DIR: join(folder, "data"),
      DAYS: "3",
    },
  });
}

const changes = (...names: string[]) => join(folder, "data/changes", ...names);
const pathOf = (day: number) => changes("land", `0000000${day}.osc.gz`);
const importOf = (days: readonly number[], more = "") =>
  `run --silent import -- --extract land --report ${changes("land.json")} ${more}${days.map(pathOf).join(" ")}\n`;

test("applies the change files of the last days, and removes those before and of another series", () => {
  publish(19, 20, 21);
  expect(job("land", "--quiet")).toMatchObject({
    status: 0,
    stdout: importOf([19, 20, 21], "--quiet "),
  });
  publish(22, 23);
  writeFileSync(changes("land/000000099.osc.gz"), "");
  expect(job("land")).toMatchObject({ status: 0, stdout: importOf([21, 22, 23]) });
  expect(readdirSync(changes("land")).sort()).toEqual(
    [21, 22, 23].flatMap((day) => [`0000000${day}.osc.gz`, `0000000${day}.state.txt`]),
  );
  // Nothing is fetched again.
  rmSync(join(provider, "000"), { recursive: true });
  expect(job("land")).toMatchObject({ status: 0, stdout: importOf([21, 22, 23]) });
});

test("names what it cannot fetch, and the extracts that there are", () => {
  publish(19, 21);
  expect(job("lan").stderr).toMatch(/No extract has the name lan, .*:\nland\nother\n$/);
  expect(existsSync(changes())).toBe(false);
  const failed = job("land");
  expect(failed).toMatchObject({ stdout: "", stderr: expect.stringContaining("curl: (37)") });
  expect(failed.status).not.toBe(0);
  writeFileSync(join(provider, "state.txt"), "<html>Not found</html>");
  expect(job("land")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("has no sequenceNumber"),
  });
});
