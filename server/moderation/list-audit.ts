import { type AuditLine, maxAuditLines, type NamedPlace } from "#domain/moderation-queue.ts";
import type { Database } from "#server/database/connect.ts";
import type { PageRange } from "./page-range.ts";
import { toNamedPlace } from "./to-named-place.ts";

/** One page of the audit trail, newest first, back to `maxAuditLines` ago. */
export async function listAudit(
  { database }: { readonly database: Database },
  { offset, limit }: PageRange,
): Promise<AuditLine[]> {
  if (offset >= maxAuditLines) return [];
  const rows = await database
    .selectFrom("audit")
    .leftJoin("account as actor", "actor.id", "audit.actor")
    .leftJoin("account as subject", "subject.id", "audit.user_id")
    .leftJoin("place", "place.id", "audit.place_id")
    .select(["audit.id as line_id", "at", "action", "audit.actor", "place_id", "user_id"])
    .select(["actor.email as actor_email", "subject.email as user_email"])
    .select(["place.id", "country", "city", "address", "comments", "accepted"])
    .select("deleted_at")
    .orderBy("audit.id", "desc")
    .offset(offset)
    .limit(Math.min(limit, maxAuditLines - offset))
    .execute();
  return rows.map((row) => ({
    id: row.line_id,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor,
    actor_email: row.actor_email,
    place_id: row.place_id,
    place: isPlace(row) ? { ...toNamedPlace(row), deleted: row.deleted_at !== null } : null,
    user_id: row.user_id,
    user_email: row.user_email,
  }));
}

/** Whether a place was joined: then what names it is there. */
function isPlace<Row extends { id: number | null }>(row: Row): row is Row & NamedPlace {
  return row.id !== null;
}
