import type { Selectable } from "kysely";
import type { Logger } from "pino";
import type { ListFault } from "#domain/source-list/list-fault.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";
import type { FetchedList, ListFetcher } from "./fetch-list.ts";
import type { ListImports } from "./list-imports.ts";

interface RenewDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly log: Pick<Logger, "warn">;
  readonly listImports: Pick<ListImports, "run">;
  readonly fetchList: ListFetcher;
}

type Source = Selectable<Schema["source_list"]>;

/** Least time between two reads of an address: any number of processes may run this, and restart. */
const leastIntervalMs = 12 * 60 * 60 * 1000;

/**
 * Reads the addresses of the source lists (docs/product#list-at-an-address). Another version of a file becomes an
 * import by itself, which waits for the administrator where it lacks many places. A failure is stored with its list.
 */
export async function renewLists(deps: RenewDeps): Promise<void> {
  const { database, now, listImports } = deps;
  for (;;) {
    const source = await claimNext(database, now());
    if (source === null) break;
    await renew(deps, source);
  }
  await listImports.run();
}

/** The next list to read, locked against other processes. */
async function claimNext(database: Database, now: Date): Promise<Source | null> {
  const before = new Date(now.getTime() - leastIntervalMs);
  const claimed = await database
    .updateTable("source_list")
    .set({ checked_at: now })
    .where("name", "=", ({ selectFrom }) =>
      selectFrom("source_list")
        .select("name")
        .where("address", "is not", null)
        .where(({ or, eb }) => or([eb("checked_at", "is", null), eb("checked_at", "<", before)]))
        .orderBy("name")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

async function renew({ database, log, fetchList }: RenewDeps, source: Source): Promise<void> {
  const { name, address, etag, last_modified } = source;
  if (address === null) return;
  try {
    const fetched = await fetchList(address, { etag, lastModified: last_modified });
    await store(database, source, fetched);
  } catch (error) {
    if (!(error instanceof SourceListError)) throw error;
    log.warn(
      { list: name, fault: error.fault, err: error.cause },
      "a list's address cannot be read",
    );
    await setFailure(database, name, error.fault);
  }
}

async function store(database: Database, source: Source, fetched: FetchedList | null) {
  const { name, mapping } = source;
  if (fetched === null) return setFailure(database, name, null);
  const { bytes, fileName, etag, lastModified } = fetched;
  await database.transaction().execute(async (transaction) => {
    // What came before it, and was not taken over.
    await transaction
      .deleteFrom("list_import")
      .where("list", "=", name)
      .where("by_itself", "=", true)
      .where("state", "in", ["waiting", "failed"])
      .execute();
    await transaction
      .insertInto("list_import")
      .values({
        ...{ list: name, file: Buffer.from(bytes), file_name: fileName, by_itself: true },
        mapping: JSON.stringify(mapping),
      })
      .execute();
    await transaction
      .updateTable("source_list")
      .set({ etag, last_modified: lastModified, failure: null })
      .where("name", "=", name)
      .execute();
  });
}

/** Stores why a list's address was not read; null where it was. */
async function setFailure(
  database: Database,
  name: string,
  fault: ListFault | null,
): Promise<void> {
  await database
    .updateTable("source_list")
    .set({ failure: fault && JSON.stringify(fault) })
    .where("name", "=", name)
    .execute();
}
