import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { saveSetting } from "./save-setting.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mosdo-setting-"));
  path = join(directory, ".env");
});
afterEach(() => rmSync(directory, { recursive: true }));

test("creates the file, readable for its owner alone", () => {
  saveSetting(path, "ADMIN_USER_ID", "anna");
  expect(readFileSync(path, "utf8")).toBe("ADMIN_USER_ID=anna\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual([".env"]);
});

test.each([
  ["PORT=1\n", "PORT=1\nADMIN_USER_ID=anna\n"],
  ["PORT=1", "PORT=1\nADMIN_USER_ID=anna\n"],
  ["", "ADMIN_USER_ID=anna\n"],
  ["ADMIN_USER_ID=bela\nPORT=1\n", "ADMIN_USER_ID=anna\nPORT=1\n"],
  ["export ADMIN_USER_ID = bela\n", "ADMIN_USER_ID=anna\n"],
  ["ADMIN_USER_ID_OLD=bela\n", "ADMIN_USER_ID_OLD=bela\nADMIN_USER_ID=anna\n"],
  ["# ADMIN_USER_ID=bela\n", "# ADMIN_USER_ID=bela\nADMIN_USER_ID=anna\n"],
  ["ADMIN_USER_ID=a\nADMIN_USER_ID=b\n", "ADMIN_USER_ID=a\nADMIN_USER_ID=anna\n"],
])("makes %j into %j", (before, after) => {
  writeFileSync(path, before);
  saveSetting(path, "ADMIN_USER_ID", "anna");
  expect(readFileSync(path, "utf8")).toBe(after);
  expect(parseEnv(after).ADMIN_USER_ID).toBe("anna");
});

test("preserves the file's mode", () => {
  writeFileSync(path, "PORT=1\n");
  chmodSync(path, 0o640);
  saveSetting(path, "ADMIN_USER_ID", "anna");
  expect(statSync(path).mode & 0o777).toBe(0o640);
});
