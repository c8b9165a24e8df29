import type { Migration } from "#server/database/migration.ts";

/** Places that are closed for now by reports, and those reports (docs/product#closed-for-now). */
export const closedForNow: Migration = {
  name: "017-closed-for-now",
  sql: `
    alter table place
      add column closed_reason text check (closed_reason in ('out-of-order', 'closed-until')),
      add column closed_since timestamptz,
      add column closed_until timestamptz,
      add column closed_by text check (closed_by in ('visitor', 'account', 'staff')),
      add column closed_opens_on date,
      add constraint place_closed check (
        num_nulls(closed_reason, closed_since, closed_until, closed_by) in (0, 4)
      );
    -- Those few that are loaded beside the rest of the place index.
    create index place_closed_until on place (closed_until) where closed_until is not null;

    alter table report drop constraint report_reason_check;
    alter table report add constraint report_reason_check check (
      reason in ('closed', 'out-of-order', 'closed-until', 'hours', 'position', 'other')
    );
    alter table report add column opens_on date;
  `,
};
