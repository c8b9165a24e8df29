import type { Migration } from "#server/database/migration.ts";

/**
 * Effect of a report on its place, so that it ends with the report, and contradictions of a closure
 * (docs/product#closed-for-now).
 */
export const effectsOfReports: Migration = {
  name: "031-effects-of-reports",
  sql: `
    alter table place add column closed_contradictions smallint not null default 0;
    alter table report
      add column counted_as text check (counted_as in ('visitor', 'account', 'staff')),
      add column held boolean not null default false;
    create index report_counted on report (place_id) where counted_as is not null;
    create index report_held on report (at) where held and resolved_at is null;
    -- Those of before have counted; which of them were staff's is not known.
    update report set counted_as = case when by_visitor then 'visitor' else 'account' end
      where resolved_at is null and not by_import
        and reason in ('closed', 'out-of-order', 'closed-until');
  `,
};
