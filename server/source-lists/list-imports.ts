import { sql } from "kysely";
import type { ColumnMapping } from "#domain/source-list/column-mapping.ts";
import { type ImportState, undoableSince } from "#domain/source-list/import-view.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import type { SourceList } from "#domain/source-list/source-list.ts";
import type { Database } from "#server/database/connect.ts";
import { sourceName, whileNoOtherImports } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { readSourceList, SourceListError } from "#server/import/source-list/read-source-list.ts";
import { type PlanDeps, planImport } from "./plan-import.ts";
import { takeOverRows, undoRows } from "./take-over.ts";

/** Share of a list's places below which a file of a nightly read waits for the administrator. */
const leastShare = 0.8;

/** Advisory lock of the work on imports of lists; "mosdo" and "l" in ASCII. */
const workLock = 0x6d6f73646f6c;

/** Whether a `list_import` was followed by another one of its list: it is not undone then. */
export const hasLaterImport = sql<boolean>`exists (
  select from list_import as later where later.list = list_import.list
    and later.id > list_import.id and later.state in ('running', 'done', 'undoing')
)`;

interface OpenImport {
  readonly id: number;
  readonly list: string | null;
  readonly state: ImportState;
}

/**
 * Background work on imports of lists: reads, takes over and undoes what is stored as such. One process does it at a
 * time; after a restart the next one continues.
 */
export class ListImports {
  readonly #deps: PlanDeps;
  #underWay: Promise<void> | null = null;

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /** Resolves when no import is left, or another process works on them. */
  run(): Promise<void> {
    this.#underWay ??= this.#runAll().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  #runAll(): Promise<void> {
    const { database } = this.#deps;
    // A separate transaction holds the lock, and writes nothing.
    return database.transaction().execute(async (transaction) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${workLock}::bigint) as locked`.execute(transaction);
      if (!rows[0].locked) return;
      for (let last = 0; ; ) {
        const open = await nextOpen(database, last);
        if (open === null) return;
        last = open.id;
        await this.#work(open);
      }
    });
  }

  async #work(open: OpenImport): Promise<void> {
    const { database, now } = this.#deps;
    const { id, list } = open;
    const state = open.state === "reading" ? await this.#read(open) : open.state;
    if (list === null || (state !== "running" && state !== "undoing")) return;
    try {
      await whileNoOtherImports(database, () =>
        state === "running"
          ? takeOverRows(database, { id, list }, now())
          : undoRows(database, { id, list }, now()),
      );
    } catch (error) {
      // Another import runs: the next run tries again.
      if (error instanceof ImportFileError) return;
      throw error;
    }
    await setState(database, id, state === "running" ? "done" : "undone", now());
  }

  /** Reads the file and plans its rows. @returns the state that it gets */
  async #read(open: OpenImport): Promise<ImportState> {
    const { database, now } = this.#deps;
    const { id } = open;
    const { file, file_name, mapping, by_itself } = await database
      .selectFrom("list_import")
      .select(["file", "file_name", "mapping", "by_itself"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (file === null) throw new Error(`The file of the import ${id} of a list is gone.`);
    let read: SourceList;
    try {
      read = await this.#readFile(file, file_name, mapping);
    } catch (error) {
      const fault = error instanceof SourceListError ? error.fault : null;
      await setState(database, id, "failed", now(), fault);
      if (by_itself && fault) await setFailure(database, open.list, fault);
      if (fault === null) throw error;
      return "failed";
    }
    const { rows, ...shown } = read;
    const list = open.list ?? (await findListOfFile(database, file_name));
    await planImport(this.#deps, { id, list }, rows);
    await database
      .updateTable("list_import")
      .set({ list, read: JSON.stringify(shown), mapping: JSON.stringify(read.mapping) })
      .where("id", "=", id)
      .execute();
    const state = by_itself ? await stateOfItself(database, id) : "preview";
    await setState(database, id, state, now());
    return state;
  }

  /** The list by the mapping given, else by one that the administrator has confirmed for the same columns. */
  async #readFile(
    file: Uint8Array,
    fileName: string,
    given: ColumnMapping | null,
  ): Promise<SourceList> {
    const { database, homeCountry } = this.#deps;
    const readBy = (mapping: ColumnMapping | null) =>
      readSourceList(file, fileName, { ...(mapping && { mapping }), homeCountry });
    const read = await readBy(given);
    if (given) return read;
    const sources = await database.selectFrom("source_list").select("mapping").execute();
    const headers = new Set(read.columns.map(({ header }) => header));
    const known = sources.find(
      ({ mapping }) =>
        Object.keys(mapping.columns).length === headers.size &&
        Object.keys(mapping.columns).every((header) => headers.has(header)),
    );
    return known ? readBy(known.mapping) : read;
  }
}

/** The list whose last file had this name but for its date; null where there is none, or several. */
async function findListOfFile(database: Database, fileName: string): Promise<string | null> {
  const sources = await database.selectFrom("source_list").select(["name", "file_name"]).execute();
  const known = sources.filter(({ file_name }) => listNameOf(file_name) === listNameOf(fileName));
  return known.length === 1 ? known[0].name : null;
}

/** Name of a file without its ending and date. */
function listNameOf(fileName: string): string {
  return sourceName(fileName.replace(/\.\w+$/, "")).toLowerCase();
}

/**
 * Removes what was needed for an undo once `importUndoDays` have passed, and files that were never taken over. Rows that
 * wait for a look stay with their import.
 */
export async function forgetImports({
  database,
  now,
}: Pick<PlanDeps, "database" | "now">): Promise<void> {
  const before = undoableSince(now());
  await sql`
    delete from list_row using list_import
    where list_import.id = import_id and ended_at < ${before}
      and not (kind = 'look' and outcome is null and state = 'done')`.execute(database);
  await sql`
    delete from list_import
    where coalesce(ended_at, at) < ${before} and state not in ('reading', 'running', 'undoing')
      and (ended_at is null or not exists (select from list_row where import_id = list_import.id))`.execute(
    database,
  );
}

async function nextOpen(database: Database, after: number): Promise<OpenImport | null> {
  const open = await database
    .selectFrom("list_import")
    .select(["id", "list", "state"])
    .where("state", "in", ["reading", "running", "undoing"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return open ?? null;
}

async function setState(
  database: Database,
  id: number,
  state: ImportState,
  now: Date,
  failure: ListFault | null = null,
): Promise<void> {
  const isOver = state === "done" || state === "failed" || state === "undone";
  await database
    .updateTable("list_import")
    .set({
      state,
      failure: failure && JSON.stringify(failure),
      ...(isOver && { file: null, ended_at: now }),
    })
    .where("id", "=", id)
    .execute();
}

/** Stores that the file of a list's address cannot be read; the next read fetches it again. */
async function setFailure(
  database: Database,
  list: string | null,
  failure: ListFault,
): Promise<void> {
  await database
    .updateTable("source_list")
    .set({ failure: JSON.stringify(failure), etag: null, last_modified: null })
    .where("name", "=", list)
    .execute();
}

/** Whether a file of a nightly read lacks so many of the list's places that the administrator is asked. */
async function stateOfItself(database: Database, id: number): Promise<ImportState> {
  const { rows } = await sql<{ former: number; present: number }>`
    select count(*)::int as former, count(*) filter (where key in (
        select list_row.key from list_row where import_id = ${id} and kind <> 'left-out'
      ))::int as present
    from list_import join listed_place using (list)
    where list_import.id = ${id} and place_id is not null`.execute(database);
  const [{ former, present }] = rows;
  return present < former * leastShare ? "waiting" : "running";
}
