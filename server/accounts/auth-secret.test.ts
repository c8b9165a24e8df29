import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOrMakeAuthSecret } from "./auth-secret.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mosdo-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("stores the secret that it created, readable for its owner alone", () => {
  const dataDirectory = join(directory, "data");
  const secret = findOrMakeAuthSecret(dataDirectory);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(findOrMakeAuthSecret(dataDirectory)).toBe(secret);
  expect(readdirSync(dataDirectory)).toEqual(["auth-secret"]);
  expect(statSync(join(dataDirectory, "auth-secret")).mode & 0o777).toBe(0o600);
});
