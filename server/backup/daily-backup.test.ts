import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureBackupDirectory } from "./daily-backup.ts";

it("names BACKUP_DIR and the reason in one line where its folder cannot be made", () => {
  const folder = mkdtempSync(join(tmpdir(), "mosdo-daily-"));
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => ensureBackupDirectory(join(folder, "backups"))).not.toThrow();
  expect(() => ensureBackupDirectory(join(file, "backups"))).toThrow(
    /^BACKUP_DIR is '[^\n]*backups': [^\n]*ENOTDIR[^\n]*$/,
  );
  rmSync(folder, { recursive: true });
});
