import type { Migration } from "#server/database/migration.ts";

/** Time at which staff last opened a place against reports (docs/product#more-reports-than-a-town-sees). */
export const openedByStaff: Migration = {
  name: "042-opened-by-staff",
  sql: "alter table place add column opened_by_staff timestamptz;",
};
