import { sql } from "kysely";
import type { ModerationPart } from "#domain/moderation-query.ts";
import { maxAuditLines } from "#domain/moderation-queue.ts";
import { restorableSince } from "#domain/restore-period.ts";
import type { Database } from "#server/database/connect.ts";

type Totals = Record<ModerationPart, number>;

/** How long each list of moderation is, in one question. */
export async function countQueue({
  database,
  now,
}: {
  readonly database: Database;
  readonly now: () => Date;
}): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*) from place where not accepted and deleted_at is null) as waiting,
      (select count(*) from report join place on place.id = place_id
        where resolved_at is null and deleted_at is null) as reports,
      (select count(*) from correction where resolved_at is null) as corrections,
      (select count(*) from place where deleted_at >= ${restorableSince(now())}) as deleted,
      (select count(*) from account where disabled) as accounts,
      (select count(*) from (select from audit limit ${maxAuditLines}) as line) as audit`.execute(
    database,
  );
  return rows[0];
}
