import type { AuditAction } from "#domain/audit-action.ts";
import type { OwnWrite } from "./write-as.ts";

/** What was done, and to what. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly place_id?: number;
  /** Account that it was done to or about. */
  readonly user_id?: string | null;
  /** What else there is to know of it. */
  readonly detail?: object;
}

/** Writes lines in the audit trail, in the transaction of what they speak of and in the name of who did it. */
export async function noteInAudit(
  { transaction, userId }: OwnWrite,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const lines = entries.map(({ detail, ...entry }) => {
    return { ...entry, actor: userId, detail: detail && JSON.stringify(detail) };
  });
  await transaction.insertInto("audit").values(lines).execute();
}
