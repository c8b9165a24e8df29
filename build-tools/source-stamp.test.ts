import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sourceStamp } from "./source-stamp.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mosdo-stamp-"));
  mkdirSync(join(root, "app/ui"), { recursive: true });
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "app/ui/button.tsx"), "old");
});
afterEach(() => rmSync(root, { recursive: true }));

test("stays the same while nothing changes", () => {
  expect(sourceStamp(root)).toBe(sourceStamp(root));
});

test.each<[string, (root: string) => void]>([
  ["is edited", (root) => writeFileSync(join(root, "app/ui/button.tsx"), "new text")],
  ["gets another time", (root) => utimesSync(join(root, "app/ui/button.tsx"), 1, 1)],
  ["comes", (root) => writeFileSync(join(root, "app/ui/dialog.tsx"), "")],
  ["goes", (root) => rmSync(join(root, "app/ui/button.tsx"))],
])("changes when a source %s", (_, change) => {
  const before = sourceStamp(root);
  change(root);
  expect(sourceStamp(root)).not.toBe(before);
});

test.each(["docs/guide.md", "app/ui/button.test.tsx"])("ignores %s", (path) => {
  const before = sourceStamp(root);
  writeFileSync(join(root, path), "");
  writeFileSync(join(root, path), "more");
  utimesSync(join(root, "app/ui"), 1, 1);
  expect(sourceStamp(root)).toBe(before);
});
