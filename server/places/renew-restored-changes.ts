import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";

/** Places changed in one short transaction. */
const batchSize = 5_000;

/**
 * Gives places that come from a dump of another cluster, whose transactions had higher numbers, a
 * number of this one. Until then the change feed leaves them aside, as they are in the index from its
 * start; but transactions of this cluster would get to the same numbers one day.
 *
 * @param database the one that takes writes
 */
export async function renewRestoredChanges(database: Database): Promise<void> {
  let renewed: bigint;
  do {
    // The trigger sees to the rest of the row.
    const { numAffectedRows } = await sql`
      with ahead as materialized (
        select id from place where changed_in >= pg_snapshot_xmax(pg_current_snapshot())
        order by changed_in limit ${batchSize}
      ), held as materialized (
        select id from place where id in (select id from ahead) order by id for no key update
      )
      update place set changed_in = pg_current_xact_id() where id in (select id from held)`.execute(
      database,
    );
    renewed = numAffectedRows ?? 0n;
  } while (renewed > 0n);
}
