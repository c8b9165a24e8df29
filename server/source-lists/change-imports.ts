import { sql, type Transaction } from "kysely";
import type { ColumnMapping } from "#domain/source-list/column-mapping.ts";
import { type ListSource, undoableSince } from "#domain/source-list/import-view.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import { sourceListLimits } from "#domain/source-list/source-list.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";
import type { Context } from "#server/use-case-context.ts";
import type { FetchedList, ListFetcher } from "./fetch-list.ts";
import { hasLaterImport, type ListImports } from "./list-imports.ts";

export type ListDeps = Pick<Context, "database" | "now"> & {
  readonly listImports: Pick<ListImports, "run">;
};

/** A file, or the address of one. */
type GivenList =
  | { readonly bytes: Uint8Array; readonly fileName: string }
  | { readonly address: string };

type Failed<Code extends string = never> = {
  readonly ok: false;
  readonly code: PermissionFailure | "error.notfound" | Code;
};

/** Maximum wait of a request for the work in the background, in milliseconds: most lists are read by then. */
const maxWaitMs = 2_000;

/** Starts the work on stored imports, and waits a moment for its end. */
async function work({ listImports }: ListDeps): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs);
  });
  // A failure is logged by the work that runs each minute, which tries again.
  await Promise.race([listImports.run().catch(() => {}), waited]);
  clearTimeout(timer);
}

type Write<Result> = (act: OwnWrite) => Promise<Result | Failed>;

/** Write of the administrator, and the work that it begins. */
async function change<Result extends { readonly ok: boolean }>(
  deps: ListDeps,
  viewer: Viewer,
  write: Write<Result>,
): Promise<Result | Failed> {
  const result = await writeAs(deps.database, { viewer, permission: "importLists" }, write);
  if (result.ok) await work(deps);
  return result;
}

const done = { ok: true } as const;
const notFound = { ok: false, code: "error.notfound" } as const;

/** Stores a file, and has it read in the background (docs/product#source-lists). */
export async function startImport(
  deps: ListDeps & { readonly fetchList: ListFetcher },
  given: GivenList,
  viewer: Viewer,
): Promise<
  | { readonly ok: true; readonly id: number }
  | { readonly ok: false; readonly code: "error.parameter"; readonly fault: ListFault }
  | Failed
> {
  const code = permissionFailure(viewer, "importLists");
  if (code) return { ok: false, code };
  const file = "bytes" in given ? given : await fetchFile(deps, given.address);
  if ("code" in file || file.bytes.length > sourceListLimits.bytes) {
    const fault: ListFault = "code" in file ? file : { code: "too-large" };
    return { ok: false, code: "error.parameter", fault };
  }
  const { bytes, fileName } = file;
  return change(deps, viewer, async ({ transaction, userId }) => {
    const { id } = await transaction
      .insertInto("list_import")
      .values({ file_name: fileName, file: Buffer.from(bytes), started_by: userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ok: true, id };
  });
}

async function fetchFile(
  { fetchList }: { readonly fetchList: ListFetcher },
  address: string,
): Promise<FetchedList | ListFault> {
  try {
    const fetched = await fetchList(address);
    return fetched ?? { code: "unreachable" };
  } catch (error) {
    if (error instanceof SourceListError) return error.fault;
    throw error;
  }
}

/** Has the file read again, by what its columns mean. */
export function changeMapping(
  deps: ListDeps,
  { id, mapping }: { readonly id: number; readonly mapping: ColumnMapping },
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return change(deps, viewer, async ({ transaction }) => {
    const { numUpdatedRows } = await transaction
      .updateTable("list_import")
      .set({ mapping: JSON.stringify(mapping), state: "reading" })
      .where("id", "=", id)
      .where("state", "in", ["preview", "waiting"])
      .executeTakeFirst();
    return numUpdatedRows === 1n ? done : notFound;
  });
}

/**
 * Takes an import over in the background. `error.licence` where the licence does not allow passing the places on, which
 * downloads and mirrors do. Where the list is another than was planned, the import is planned again, and waits for a second
 * confirmation where it lacks many places of that list.
 */
export function takeOver(
  deps: ListDeps,
  { id, source }: { readonly id: number; readonly source: ListSource },
  viewer: Viewer,
): Promise<typeof done | Failed<"error.licence">> {
  return change<typeof done | Failed<"error.licence">>(deps, viewer, async (act) => {
    const { transaction } = act;
    const found = await transaction
      .selectFrom("list_import")
      .select(["list", "mapping", "file_name"])
      .where("id", "=", id)
      .where("state", "in", ["preview", "waiting"])
      .forUpdate()
      .executeTakeFirst();
    if (!found?.mapping) return notFound;
    if (!source.allowsPassingOn) return { ok: false, code: "error.licence" };
    const { list, mapping, file_name } = found;
    const name = source.name || (await newName(transaction, source.title));
    const { isNew } = await storeSource(transaction, { ...source, name, mapping, file_name });
    const isPlanned = isNew || list === name;
    await transaction
      .updateTable("list_import")
      .set({ list: name, state: isPlanned ? "running" : "reading", by_itself: !isPlanned })
      .where("id", "=", id)
      .execute();
    await recordAudit(act, { action: "import-list", detail: { import: id, list: name } });
    return done;
  });
}

interface StoredSource extends ListSource {
  readonly mapping: ColumnMapping;
  readonly file_name: string;
}

/** Stores the source of a list. */
export async function storeSource(
  transaction: Transaction<Schema>,
  { name, allowsPassingOn, address, mapping, ...source }: StoredSource,
): Promise<{ readonly isNew: boolean }> {
  const columns = {
    ...{ title: source.title, licence: source.licence, link: source.link },
    ...{ attribution: source.attribution || source.title, allows_passing_on: allowsPassingOn },
    ...{ address: address || null, mapping: JSON.stringify(mapping), file_name: source.file_name },
    // Another mapping reads its file again.
    ...{ etag: null, last_modified: null },
  };
  const { title, licence, attribution, link } = columns;
  // Its places show them: the change feed tells caches and mirrors.
  await sql`
    update place set changed_in = pg_current_xact_id() where id in (
      select place.id from place join source_list on place.listed ? source_list.name
      where source_list.name = ${name} and place.listed is not null
        and (title, licence, attribution, link)
          is distinct from (${title}, ${licence}, ${attribution}, ${link})
      order by place.id for update of place
    )`.execute(transaction);
  const { numUpdatedRows } = await transaction
    .updateTable("source_list")
    .set(columns)
    .where("name", "=", name)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { isNew: false };
  await transaction
    .insertInto("source_list")
    .values({ name, ...columns })
    .execute();
  return { isNew: true };
}

/** Maximum length of a list's name, which is a part of the ids of its places. */
const maxNameLength = 60;

/** Name of a new list by its title: `toilets-of-vienna`, and `toilets-of-vienna-2` where it is taken. */
export async function newName(transaction: Transaction<Schema>, title: string): Promise<string> {
  const name = nameKey(title).replaceAll(" ", "-").slice(0, maxNameLength) || "list";
  const sources = await transaction.selectFrom("source_list").select("name").execute();
  const taken = new Set(sources.map((source) => source.name));
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

/**
 * Undoes the latest import of a list within `importUndoDays` of its end, in the background (docs/product#undo-of-a-list).
 */
export function undoImport(
  deps: ListDeps,
  { id }: { readonly id: number },
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return change(deps, viewer, async (act) => {
    const undone = await act.transaction
      .updateTable("list_import")
      .set({ state: "undoing" })
      .where("id", "=", id)
      .where("state", "=", "done")
      .where("ended_at", ">=", undoableSince(deps.now()))
      .where(sql<boolean>`not ${hasLaterImport}`)
      .returning("list")
      .executeTakeFirst();
    if (!undone) return notFound;
    const detail = { import: id, list: undone.list };
    await recordAudit(act, { action: "undo-list-import", detail });
    return done;
  });
}

/** Removes an import that was not taken over. */
export function discardImport(
  deps: ListDeps,
  { id }: { readonly id: number },
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return change(deps, viewer, async ({ transaction }) => {
    const { numDeletedRows } = await transaction
      .deleteFrom("list_import")
      .where("id", "=", id)
      .where("state", "in", ["preview", "waiting", "failed"])
      .executeTakeFirst();
    return numDeletedRows === 1n ? done : notFound;
  });
}

/** Sets the address that is read each night; empty for none. */
export function setSourceAddress(
  deps: ListDeps,
  { name, address }: { readonly name: string; readonly address: string },
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return change(deps, viewer, async ({ transaction }) => {
    const { numUpdatedRows } = await transaction
      .updateTable("source_list")
      .set({ ...unreadAddress, address: address || null })
      .where("name", "=", name)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? done : notFound;
  });
}

/** Columns of an address that has not been read yet. */
const unreadAddress = { etag: null, last_modified: null, failure: null, checked_at: null };

/** Ends the nightly read of a source's address; a source that has no place goes with its imports. */
export function forgetSource(
  deps: ListDeps,
  { name }: { readonly name: string },
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return change(deps, viewer, async (act) => {
    const { transaction } = act;
    const { numUpdatedRows } = await transaction
      .updateTable("source_list")
      .set({ ...unreadAddress, address: null })
      .where("name", "=", name)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return notFound;
    await transaction
      .deleteFrom("source_list")
      .where("name", "=", name)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("listed_place")
              .select("key")
              .where("list", "=", name)
              .where("place_id", "is not", null),
          ),
        ),
      )
      .execute();
    await recordAudit(act, { action: "forget-list", detail: { list: name } });
    return done;
  });
}
