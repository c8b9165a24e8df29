import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { languages } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import type { Config } from "#server/config/config.ts";
import { legalTextFile } from "#server/config/legal-texts.ts";
import type { CheckedBackup } from "./backup-format.ts";
import { reasonOf } from "./backup-format.ts";

/** File of the operator's own outside the database. */
export interface OperatorFile {
  readonly name: string;
  /** Path by the settings of this installation; the file may be missing. */
  readonly path: string;
}

/** Settings with the paths of such files. */
export type OperatorFileSettings = Pick<Config, "contentDirectory"> & {
  readonly site: Pick<Config["site"], "logo" | "border">;
};

/** Logo, border and own legal texts, at the paths of the settings (docs/product#backup). */
export function operatorFilesOf({ site, contentDirectory }: OperatorFileSettings): OperatorFile[] {
  const files: OperatorFile[] = [];
  if (site.logo !== null) {
    files.push({ name: `site-logo${extname(site.logo).toLowerCase()}`, path: site.logo });
  }
  // A file of either ending has the same content.
  if (site.border !== null) files.push({ name: "site-border.geojson", path: site.border });
  for (const language of languages) {
    for (const page of legalPageNames) {
      const path = join(contentDirectory, legalTextFile(language, page));
      files.push({ name: `content-${language}-${page}.md`, path });
    }
  }
  return files;
}

/**
 * Copies the operator's files of a backup to the paths of the settings. An existing file stays: it
 * may be newer. Failures are not thrown, since the database is restored already.
 *
 * @returns a line for each file that was copied, or that needs the operator's attention
 */
export function restoreOperatorFiles(
  { directory, manifest }: CheckedBackup,
  files: readonly OperatorFile[],
): string[] {
  const lines: string[] = [];
  for (const { name } of manifest.files) {
    const source = join(directory, name);
    const path = files.find((file) => file.name === name)?.path;
    if (path === undefined)
      lines.push(`${source} belongs to ${settingOf(name)}, which is not set.`);
    else if (!existsSync(path)) lines.push(copyNew(source, path));
    else if (!readFileSync(path).equals(readFileSync(source))) {
      lines.push(`${path} stays as it is; that of the backup is another: ${source}.`);
    }
  }
  return lines;
}

function copyNew(source: string, path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    return `Restored ${path}.`;
  } catch (error) {
    return `${path} could not be restored (${reasonOf(error)}): copy ${source} there.`;
  }
}

function settingOf(name: string): string {
  if (name.startsWith("site-border")) return "SITE_BORDER";
  return name.startsWith("site-logo")
    ? `SITE_LOGO, as a file with the ending ${extname(name)}`
    : "CONTENT_DIR";
}
