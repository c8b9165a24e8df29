import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { Config } from "#server/config/config.ts";
import { type CheckedBackup, isOperatorFileName, reasonOf } from "./backup-format.ts";

/** File of the operator's own outside the database. */
export interface OperatorFile {
  readonly name: string;
  /** Path by the settings of this installation; the file may be missing. */
  readonly path: string;
}

/** Settings with the paths of such files. */
export type OperatorFileSettings = Pick<Config, "contentDirectory" | "dataDirectory"> & {
  readonly site: Pick<Config["site"], "logo" | "border">;
};

/** Logo, border, own legal texts and messages, at the paths of the settings (docs/product#backup). */
export function operatorFilesOf(settings: OperatorFileSettings): OperatorFile[] {
  const texts = Object.entries(textFolders(settings)).flatMap(([kind, folder]) =>
    globSync("*/*", { cwd: folder })
      .toSorted()
      .map((file) => ({
        name: `${kind}-${file.replace("/", "-")}`,
        path: join(folder, file),
      })),
  );
  return [...siteFiles(settings), ...texts.filter(({ name }) => isOperatorFileName(name))];
}

function siteFiles({ site: { logo, border } }: OperatorFileSettings): OperatorFile[] {
  return [
    ...(logo === null ? [] : [{ name: `site-logo${extname(logo).toLowerCase()}`, path: logo }]),
    // A file of either ending has the same content.
    ...(border === null ? [] : [{ name: "site-border.geojson", path: border }]),
  ];
}

/** Folders with a folder for each language, by the beginning of the names in a backup. */
function textFolders({ contentDirectory, dataDirectory }: OperatorFileSettings) {
  return { content: contentDirectory, locale: join(dataDirectory, "locales") };
}

/** Path of a backup's file; undefined where the setting for it is missing. */
function pathOf(name: string, settings: OperatorFileSettings): string | undefined {
  const [, kind, language, file] = /^(content|locale)-([a-z]+)-(.+)$/.exec(name) ?? [];
  if (kind === undefined) return siteFiles(settings).find((site) => site.name === name)?.path;
  return join(textFolders(settings)[kind as "content" | "locale"], language, file);
}

/**
 * Copies the operator's files of a backup to the paths of the settings. An existing file stays: it
 * may be newer. Failures are not thrown, since the database is restored already.
 *
 * @returns a line for each file that was copied, or that needs the operator's attention
 */
export function restoreOperatorFiles(
  { directory, manifest }: CheckedBackup,
  settings: OperatorFileSettings,
): string[] {
  const lines: string[] = [];
  for (const { name } of manifest.files) {
    const source = join(directory, name);
    const path = pathOf(name, settings);
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
  return name.startsWith("site-border")
    ? "SITE_BORDER"
    : `SITE_LOGO, as a file with the ending ${extname(name)}`;
}
