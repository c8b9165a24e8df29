import { sql, type Transaction } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { canUndo } from "#domain/moderation/decision.ts";
import type { RowTask } from "#domain/source-list/import-view.ts";
import type { SourceRow } from "#domain/source-list/source-list.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { type OwnWrite, recordAudit, writeAs } from "#server/accounts/write-as.ts";
import type { Schema } from "#server/database/schema.ts";
import type { Context } from "#server/use-case-context.ts";
import { fieldsOfRow, findNear } from "./plan-import.ts";
import { readRowEntries } from "./read-imports.ts";
import { takeOver, undoTaken } from "./take-over.ts";

type RowDeps = Pick<Context, "database" | "now">;

type Failed<Code extends string = never> = {
  readonly ok: false;
  readonly code: PermissionFailure | "error.notfound" | Code;
};

const done = { ok: true } as const;
const notFound = { ok: false, code: "error.notfound" } as const;

/** Rows that wait for a look, by their ids. */
export async function readRowTasks(
  deps: RowDeps,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, RowTask>> {
  const entries = await readRowEntries(deps, ids, viewer);
  return new Map(
    [...entries].map(([id, { at, ...task }]) => [id, { id, at: at.toISOString(), ...task }]),
  );
}

/** A row that waits for a look; `around` is the middle of its import's positions, null without one. */
export async function readRow(
  deps: RowDeps,
  { id }: { readonly id: number },
  viewer: Viewer,
): Promise<
  { readonly ok: true; readonly row: RowTask; readonly around: Coordinates | null } | Failed
> {
  const code = permissionFailure(viewer, "moderate");
  if (code) return { ok: false, code };
  const waiting = await findWaiting(deps.database, id).executeTakeFirst();
  const row = waiting && (await readRowTasks(deps, [id], viewer)).get(id);
  if (!row) return notFound;
  const { rows } = await sql<{ longitude: number | null; latitude: number | null }>`
    select percentile_cont(0.5) within group (order by (fields->'location'->>'longitude')::float)
        as longitude,
      percentile_cont(0.5) within group (order by (fields->'location'->>'latitude')::float)
        as latitude
    from list_row where import_id = ${waiting.import_id}`.execute(deps.database);
  const [{ longitude, latitude }] = rows;
  return { ok: true, row, around: latitude === null ? null : [longitude!, latitude] };
}

/** A row that waits for a look, of an import that is done. */
function findWaiting(database: RowDeps["database"], id: number) {
  return database
    .selectFrom("list_row")
    .innerJoin("list_import", "list_import.id", "import_id")
    .select(["list_row.id", "import_id", "list", "key", "line", "row", "fields"])
    .where("list_row.id", "=", id)
    .where("kind", "=", "look")
    .where("outcome", "is", null)
    .where("state", "=", "done");
}

/** Decision of staff on a row: a new place, a place that is here, or none. */
export type RowDecision =
  | { readonly outcome: "new" | "left-out" }
  | { readonly outcome: "same"; readonly placeId: number };

/**
 * Staff's decision on a row to look at (docs/product#rows-to-look-at). `error.parameter` for a new place without a
 * position, `error.duplicate` where a place says the same already.
 */
export function decideRow(
  { database, now }: RowDeps,
  { id, decision }: { readonly id: number; readonly decision: RowDecision },
  viewer: Viewer,
): Promise<typeof done | Failed<"error.parameter" | "error.duplicate">> {
  return writeAs<typeof done | Failed<"error.parameter" | "error.duplicate">>(
    database,
    { viewer, permission: "moderate" },
    async (act) => {
      const { transaction, userId } = act;
      const row = await findWaiting(transaction, id).forUpdate("list_row").executeTakeFirst();
      if (!row || row.list === null) return notFound;
      const named = { id: row.import_id, list: row.list };
      const placeId = decision.outcome === "same" ? decision.placeId : null;
      if (decision.outcome === "left-out") await leaveOut(transaction, named, row);
      else {
        if (row.fields === null) return { ok: false, code: "error.parameter" };
        await setRow(transaction, id, { place_id: placeId });
        const result = (await takeOver(transaction, named, [id], now())).get(id);
        if (result?.outcome === "left-out") {
          await setRow(transaction, id, { kind: "look", outcome: null, place_id: null });
          const isDouble = result.reason === "double";
          return { ok: false, code: isDouble ? "error.duplicate" : "error.notfound" };
        }
      }
      await setRow(transaction, id, { decided_by: userId, decided_at: now() });
      const detail = { list: row.list, line: row.line, outcome: decision.outcome };
      await recordAudit(act, {
        ...{ action: "decide-list-row", detail },
        ...(placeId !== null && { place_id: placeId }),
      });
      return done;
    },
  );
}

function setRow(
  transaction: Transaction<Schema>,
  id: number,
  change: Partial<{
    readonly kind: "look";
    readonly place_id: number | null;
    readonly outcome: "left-out" | null;
    readonly decided_by: string | null;
    readonly decided_at: Date | null;
  }>,
) {
  return transaction.updateTable("list_row").set(change).where("id", "=", id).execute();
}

async function leaveOut(
  transaction: Transaction<Schema>,
  { id, list }: { readonly id: number; readonly list: string },
  row: { readonly id: number; readonly key: string },
): Promise<void> {
  await setRow(transaction, row.id, { outcome: "left-out" });
  // The next file does not ask again.
  const said = { place_id: null, fields: "{}", last_import: id };
  await transaction
    .insertInto("listed_place")
    .values({ list, key: row.key, ...said })
    .onConflict((conflict) => conflict.columns(["list", "key"]).doUpdateSet(said))
    .execute();
}

/** Undoes the viewer's decision on a row. */
export function undoRow(
  { database, now }: RowDeps,
  id: number,
  viewer: Viewer,
): Promise<typeof done | Failed> {
  return writeAs<typeof done | Failed>(
    database,
    { viewer, permission: "moderate" },
    async ({ transaction, userId }: OwnWrite) => {
      const row = await transaction
        .selectFrom("list_row")
        .innerJoin("list_import", "list_import.id", "import_id")
        .select(["list", "key", "outcome", "decided_at"])
        .where("list_row.id", "=", id)
        .where("decided_by", "=", userId)
        .where("outcome", "<>", "undone")
        .forUpdate("list_row")
        .executeTakeFirst();
      if (!row || row.list === null || !canUndo(row.decided_at, now())) return notFound;
      if (row.outcome === "left-out") {
        await transaction
          .deleteFrom("listed_place")
          .where("list", "=", row.list)
          .where("key", "=", row.key)
          .execute();
      } else await undoTaken(transaction, { list: row.list }, [id], now());
      const undecided = { outcome: null, place_id: null, decided_by: null, decided_at: null };
      await setRow(transaction, id, undecided);
      return done;
    },
  );
}

/** Sets the position of a row that waits for a look; it still waits, with the places near. */
export function setRowPosition(
  { database, config, now }: RowDeps & Pick<Context, "config">,
  { id, position }: { readonly id: number; readonly position: Coordinates },
  viewer: Viewer,
): Promise<typeof done | Failed<"error.parameter">> {
  return writeAs<typeof done | Failed<"error.parameter">>(
    database,
    { viewer, permission: "moderate" },
    async ({ transaction }) => {
      const waiting = await findWaiting(transaction, id).forUpdate("list_row").executeTakeFirst();
      if (!waiting) return notFound;
      const row: SourceRow = { ...waiting.row, position };
      const homeCountry = config.site.country;
      const fields = await fieldsOfRow(transaction, row, { homeCountry, now: now() });
      if (fields === null) return { ok: false, code: "error.parameter" };
      const near = await findNear(transaction, fields);
      await transaction
        .updateTable("list_row")
        .set({
          ...{ row: JSON.stringify(row), fields: JSON.stringify(fields), near: [...near] },
          reason: near.length > 0 ? "near" : null,
        })
        .where("id", "=", id)
        .execute();
      return done;
    },
  );
}
