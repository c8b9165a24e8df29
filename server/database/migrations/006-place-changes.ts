import type { Migration } from "#server/database/migration.ts";

/**
 * Transaction that last changed each place, by which the change feed reads (docs/decisions/015).
 * `updated_at` stays for people, and for servers of the previous version that still run.
 */
export const placeChanges: Migration = {
  name: "006-place-changes",
  sql: `
    -- What is here already is older than every transaction that is still to be read.
    alter table place add column changed_in xid8 not null default '0';
    alter table place alter column changed_in set default pg_current_xact_id();
    create index place_changed_in on place (changed_in);
    drop index place_updated_at;

    create or replace function touch_place() returns trigger language plpgsql as $body$
    begin
      new.updated_at := clock_timestamp();
      new.changed_in := pg_current_xact_id();
      return new;
    end $body$;
    -- A new row has its transaction from the column's default. One that brings a value along comes
    -- from another cluster, whose transactions have other numbers: from a dump, or by replication.
    create trigger place_brought before insert on place
      for each row when (new.changed_in <> pg_current_xact_id()) execute function touch_place();
    -- In a logical replica too, where ordinary triggers rest.
    alter table place enable always trigger place_brought;
    alter table place enable always trigger place_updated;
  `,
};
