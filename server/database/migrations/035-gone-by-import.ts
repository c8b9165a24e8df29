import type { Migration } from "#server/database/migration.ts";

/**
 * Time since when a place is gone in OpenStreetMap, so that this is acted on once. A place with
 * contributions of people is closed for now by it.
 */
export const goneByImport: Migration = {
  name: "035-gone-by-import",
  sql: `
    alter table place
      add column gone_since timestamptz,
      drop constraint place_closed_reason_check,
      drop constraint place_closed_by_check,
      add constraint place_closed_reason_check
        check (closed_reason in ('out-of-order', 'closed-until', 'gone')),
      add constraint place_closed_by_check
        check (closed_by in ('visitor', 'account', 'import', 'staff'));
    alter table report
      drop constraint report_counted_as_check,
      add constraint report_counted_as_check
        check (counted_as in ('visitor', 'account', 'import', 'staff'));
    -- What was reported before, and waits or was decided, is no news.
    update place set gone_since = told.at from (
      select place_id, max(at) as at from report
      where by_import and (resolved_at is null or resolved_by is not null) group by place_id
    ) told where told.place_id = place.id;
    update place set gone_since = removed.at from (
      select place_id, max(at) as at from audit where action = 'import-delete-place' group by place_id
    ) removed
    where removed.place_id = place.id and gone_since is null and deleted_at is null
      and exists (select from audit where place_id = place.id and action = 'restore-place');
  `,
};
