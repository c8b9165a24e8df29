import { sql } from "kysely";
import type { SentCounts } from "#domain/moderation/moderation-queue.ts";
import type { Database } from "#server/database/connect.ts";
import { personalColumns } from "#server/personal-data/personal-data.ts";

/**
 * Numbers of items that each of some accounts has sent and that the administrator can still remove
 * (docs/product#removal-of-all-that-an-account-sent), by the account's id.
 */
export async function countSent(
  { database }: { readonly database: Database },
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, SentCounts>> {
  const counts = personalColumns.flatMap(({ table, column, removedAs }) => {
    if (!removedAs) return [];
    const { kind, openWhileNull } = removedAs;
    const isOpen = openWhileNull === null ? sql`true` : sql`${sql.ref(openWhileNull)} is null`;
    return sql`
      select ${sql.ref(column)} as id, ${sql.lit(kind)} as kind, count(*) from ${sql.table(table)}
      where ${sql.ref(column)} = any(${accountIds}::text[]) and ${isOpen} group by 1`;
  });
  const { rows } = await sql<{ id: string; counts: Partial<SentCounts> }>`
    select id, json_object_agg(kind, total) as counts from (
      select id, kind, sum(count)::int as total
      from (${sql.join(counts, sql` union all `)}) as counted group by id, kind
    ) as summed
    group by id`.execute(database);
  const none = { places: 0, proposals: 0, reviews: 0, reports: 0, corrections: 0 };
  const found = new Map(rows.map(({ id, counts }) => [id, counts]));
  return new Map(accountIds.map((id) => [id, { ...none, ...found.get(id) }]));
}
