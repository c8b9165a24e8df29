import type { Migration } from "#server/database/migration.ts";

/**
 * Time of the last pending report that a place is closed for good, beside the place, where the
 * order by distance and freshness needs it (docs/product#fresh-places-first).
 */
export const closedReports: Migration = {
  name: "021-closed-reports",
  sql: `
    alter table place add column closed_reported timestamptz;
    update place set closed_reported = reported.at
      from (select place_id, max(at) as at from report
        where reason = 'closed' and resolved_at is null group by place_id) as reported
      where place.id = reported.place_id;
  `,
};
