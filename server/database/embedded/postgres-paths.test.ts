import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseUnusable } from "#server/database/database-errors.ts";
import { makePostgresPaths } from "./postgres-paths.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-paths-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("makePostgresPaths", () => {
  it("creates the data directory with its parent folders, and a private folder in it", () => {
    const { root } = makePostgresPaths(join(folder, "a", "b"));
    expect(statSync(root).mode & 0o777).toBe(0o700);
  });

  it("uses existing folders", () => {
    const first = makePostgresPaths(join(folder, "again"));
    expect(makePostgresPaths(join(folder, "again"))).toEqual(first);
  });

  it.runIf(process.platform === "linux").each([
    // A folder cannot be created there, and Node's own mkdir tries for ever.
    "/proc/mosdo",
    "/proc/mosdo/data",
    "/dev/null/data",
  ])("refuses %s at once", (dataDirectory) => {
    expect(() => makePostgresPaths(dataDirectory)).toThrow(DatabaseUnusable);
  });
});
