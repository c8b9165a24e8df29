import { sql } from "kysely";
import { type ColumnMapping, hasPositions } from "#domain/source-list/column-mapping.ts";
import type { EntryKind, ListSource } from "#domain/source-list/import-view.ts";
import type {
  HoursReading,
  RowDoubt,
  RowRefusal,
  SourceColumn,
} from "#domain/source-list/source-list.ts";
import { unstatedLicence } from "#server/export/licences.ts";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";
import { newName, storeSource } from "./change-imports.ts";
import { ListImports } from "./list-imports.ts";
import type { PlanDeps } from "./plan-import.ts";
import { findMissing } from "./read-imports.ts";

export interface ListFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Meaning of the columns; null to detect it. */
  readonly mapping: ColumnMapping | null;
  /** Source of the list, as far as it is known. */
  readonly source: Partial<Pick<ListSource, "title" | "licence" | "attribution" | "link">>;
  /** Whether nothing is written. */
  readonly isDryRun: boolean;
}

/** Rows of one kind, reason and reading of hours. */
interface RowCount {
  readonly kind: EntryKind;
  readonly reason: RowRefusal | RowDoubt | null;
  readonly hours: HoursReading["kind"];
  readonly count: number;
  readonly changing: number;
}

export interface ListFileResult {
  readonly columns: readonly SourceColumn[];
  readonly mapping: ColumnMapping;
  readonly rows: readonly RowCount[];
  /** Number of places that the list no longer has. */
  readonly missing: number;
}

/** Interval of checks whether another process has finished, in milliseconds. */
const pollMs = 500;

/**
 * Imports a source list at once, as the operator's command does; rows to look at become tasks of staff.
 *
 * @throws SourceListError where the file cannot be read, or has neither positions nor addresses; nothing is stored then
 */
export async function importListFile(deps: PlanDeps, file: ListFile): Promise<ListFileResult> {
  const { database } = deps;
  const { bytes, fileName, mapping, isDryRun } = file;
  const imports = new ListImports(deps);
  const { id } = await database
    .insertInto("list_import")
    .values({
      ...{ file_name: fileName, file: Buffer.from(bytes) },
      mapping: mapping && JSON.stringify(mapping),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  let isKept = false;
  try {
    const planned = await settle(deps, imports, id);
    if (planned.failure) throw new SourceListError(planned.failure);
    if (!planned.mapping || !hasPositions(planned.mapping)) {
      throw new SourceListError({ code: "no-positions" });
    }
    const result = {
      columns: (planned.read?.columns ?? []) as readonly SourceColumn[],
      mapping: planned.mapping,
      rows: await countRows(deps, id),
      missing: (await findMissing(database, { id, list: planned.list })).count,
    };
    if (isDryRun) return result;
    await beginTakeOver(deps, { ...file, id, list: planned.list, mapping: planned.mapping });
    isKept = true;
    await settle(deps, imports, id);
    return result;
  } finally {
    if (!isKept) await database.deleteFrom("list_import").where("id", "=", id).execute();
  }
}

/** The import once no work is left; a running server may do the work. */
async function settle({ database }: PlanDeps, imports: ListImports, id: number) {
  for (;;) {
    await imports.run();
    const found = await database
      .selectFrom("list_import")
      .select(["list", "mapping", "read", "state", "failure"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (found.state !== "reading" && found.state !== "running") return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

interface Planned extends ListFile {
  readonly id: number;
  readonly list: string | null;
  readonly mapping: ColumnMapping;
}

async function beginTakeOver({ database }: PlanDeps, planned: Planned): Promise<void> {
  const { id, list, mapping, fileName, source } = planned;
  await database.transaction().execute(async (transaction) => {
    const known =
      list === null
        ? undefined
        : await transaction
            .selectFrom("source_list")
            .selectAll()
            .where("name", "=", list)
            .executeTakeFirst();
    const title = source.title ?? known?.title ?? fileName.replace(/\.\w+$/, "");
    const name = list ?? (await newName(transaction, title));
    await storeSource(transaction, {
      ...{ name, title, mapping, file_name: fileName, allowsPassingOn: true },
      licence: source.licence ?? known?.licence ?? unstatedLicence,
      attribution: source.attribution ?? known?.attribution ?? title,
      link: source.link ?? known?.link ?? "",
      address: known?.address ?? "",
    });
    await transaction
      .updateTable("list_import")
      .set({ list: name, state: "running" })
      .where("id", "=", id)
      .execute();
  });
}

async function countRows({ database }: PlanDeps, id: number): Promise<RowCount[]> {
  const { rows } = await sql<RowCount>`
    select kind, reason, row -> 'hours' ->> 'kind' as hours, count(*)::int as count,
      count(*) filter (where is_changing)::int as changing
    from list_row where import_id = ${id} group by kind, reason, hours
    order by kind, reason`.execute(database);
  return rows;
}
