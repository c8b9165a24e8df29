import { basename, dirname } from "node:path";
import { isMarkedGone, isToilets } from "#server/import/extract/wanted-elements.ts";
import { ExtractFiles, openStored, type StoredExtract } from "#server/import/extract-files.ts";
import { type ImportOptions, type ImportResult, importLocked } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { whileNoOtherImports } from "#server/import/import-lock.ts";
import { osmKinds } from "#server/import/osm-element.ts";
import type { PbfHeader } from "#server/import/pbf/osm-pbf-file.ts";
import { type ChangeFile, type Changes, joinChanges, readChangeFiles } from "./change-file.ts";
import { type MergeCounts, mergeChanges } from "./merge-changes.ts";

export interface ChangesOptions
  extends Pick<ImportOptions, "database" | "country" | "homeCountry" | "now" | "onProgress"> {
  readonly dataDirectory: string;
  /** Change files, in any order. */
  readonly paths: readonly string[];
  /** Name of the stored extract that they change; null for the only one. */
  readonly extract: string | null;
  /** Work that follows under the import lock. */
  readonly afterwards?: (applied: AppliedChanges) => Promise<void>;
}

export interface AppliedChanges {
  readonly extract: string;
  /** Time of the extract's data now; null where it is unknown. */
  readonly dataAt: Date | null;
  /** Names of the files that the extract already contained. */
  readonly known: readonly string[];
  /** Result of the others; null without any. */
  readonly applied: { readonly counts: MergeCounts; readonly result: ImportResult } | null;
}

/**
 * Applies change files to a stored extract and imports the result under the extract's name
 * (docs/decisions/051). The same files again change nothing; after an interruption the former
 * extract is still stored, and a second run completes it.
 *
 * @throws ImportFileError where they cannot be applied; nothing is changed then
 */
export async function applyChanges(options: ChangesOptions): Promise<AppliedChanges> {
  const files = await readChangeFiles(options.paths);
  return await whileNoOtherImports(options.database, async () => {
    const extracts = new ExtractFiles(options.dataDirectory);
    const stored = chooseExtract(extracts.list(), options.extract);
    const applied = await applyLocked({ ...options, extracts }, stored, files);
    await options.afterwards?.(applied);
    return applied;
  });
}

function chooseExtract(stored: readonly StoredExtract[], wanted: string | null): StoredExtract {
  const names = stored.map(({ name }) => name);
  if (names.length === 0) {
    throw new ImportFileError(
      "No extract has been imported that could be changed: import one first.",
    );
  }
  const list = names.join(", ");
  if (wanted === null && names.length > 1) {
    throw new ImportFileError(
      `Several extracts are kept (${list}): say which with --extract NAME.`,
    );
  }
  const found = stored.find(({ name }) => name === (wanted ?? names[0]));
  if (found) return found;
  throw new ImportFileError(`No extract of the name ${wanted} is kept, only ${list}.`);
}

interface LockedOptions extends ChangesOptions {
  readonly extracts: ExtractFiles;
}

async function applyLocked(
  { extracts, database, country, homeCountry, now, onProgress }: LockedOptions,
  { name, path }: StoredExtract,
  files: readonly ChangeFile[],
): Promise<AppliedChanges> {
  const base = await openStored(path, (share) => onProgress("reading", share));
  try {
    const { fresh, known, state } = chooseFiles(files, base.header);
    if (fresh.length === 0) return { extract: name, dataAt: state.dataAt, known, applied: null };
    const changes = joinChanges(fresh);
    const target = extracts.draft();
    try {
      const onMerged = (share: number) => onProgress("merging", share);
      const counts = await mergeChanges({ base, changes, target, state, onProgress: onMerged });
      const result = await importLocked({
        ...{ database, path: target, source: name, country, homeCountry, now, onProgress },
        workFolder: dirname(target),
        isGone: goneIn(changes),
      });
      const { digest, stored } = result;
      if (digest) extracts.publishDraft({ name, digest, index: stored?.index });
      return { extract: name, dataAt: state.dataAt, known, applied: { counts, result } };
    } finally {
      extracts.removeDraft();
    }
  } finally {
    await base[Symbol.asyncDispose]();
  }
}

type DataState = Pick<PbfHeader, "dataAt" | "sequence">;

/**
 * Separates new files from those that the extract already contains, by their numbers where extract
 * and file have one, else by their times.
 *
 * @throws ImportFileError where files of the series between are missing
 */
function chooseFiles(files: readonly ChangeFile[], header: PbfHeader) {
  const fresh: ChangeFile[] = [];
  const known: string[] = [];
  let state: DataState = { dataAt: header.dataAt, sequence: header.sequence };
  for (const file of files) {
    if (isKnown(file, state)) known.push(basename(file.path));
    else {
      ensureNext(file, state);
      fresh.push(file);
      // A file without a number leaves the series.
      state = { dataAt: later(state.dataAt, file.dataAt), sequence: file.sequence };
    }
  }
  return { fresh, known, state };
}

function isKnown({ path, dataAt, sequence }: ChangeFile, state: DataState): boolean {
  const isNoLater = dataAt !== null && state.dataAt !== null && dataAt <= state.dataAt;
  if (sequence === null || state.sequence === null) return isNoLater;
  if (sequence > state.sequence) return false;
  if (isNoLater) return true;
  throw new ImportFileError(
    `${basename(path)} is number ${sequence}, and the extract has ${state.sequence} already, but its changes are later: it is of another series. Take change files of the extract's own provider.`,
  );
}

function ensureNext({ path, sequence }: ChangeFile, state: DataState): void {
  if (sequence === null || state.sequence === null || sequence === state.sequence + 1) return;
  throw new ImportFileError(
    `${basename(path)} is number ${sequence}, and the extract has ${state.sequence}: those between are missing. Give them too.`,
  );
}

function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/** Whether an element is no longer a public toilet after the changes. */
function goneIn(changes: Changes): (osmId: string) => boolean {
  return (osmId) => {
    const [name, id] = osmId.split("/");
    const kind = osmKinds.find((known) => known === name);
    const change = kind && changes[kind].get(Number(id));
    if (!change) return false;
    const { element } = change;
    return element === null || !isToilets(element.tags) || isMarkedGone(element.tags);
  };
}
