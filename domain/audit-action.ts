/** Every action that the audit trail is written with; an older or newer version may have others. */
const auditActions = [
  "accept-place",
  "delete-place",
  "restore-place",
  "purge-place",
  "set-position",
  "delete-review",
  "resolve-report",
  "resolve-correction",
  "disable-account",
  "enable-account",
  "remove-sent",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Whether it is an action that we know, and have a word for. */
export function isAuditAction(action: string): action is AuditAction {
  return auditActions.some((known) => known === action);
}
