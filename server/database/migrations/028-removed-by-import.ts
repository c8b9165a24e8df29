import type { Migration } from "#server/database/migration.ts";

/** Places that an import deleted, since they are gone in OpenStreetMap (docs/decisions/051). */
export const removedByImport: Migration = {
  name: "028-removed-by-import",
  sql: `
    -- False for a deletion by staff: that holds, whatever an import brings later.
    alter table place add column deleted_by_import boolean not null default false;

    -- By the database, so that no writer forgets it: a restored place that staff delete is theirs.
    create function forget_deletion_by_import() returns trigger language plpgsql as $body$
    begin
      new.deleted_by_import := false;
      return new;
    end $body$;
    create trigger place_restored before update on place
      for each row when (new.deleted_at is null and new.deleted_by_import)
      execute function forget_deletion_by_import();

    drop trigger place_left_out on place;
    create trigger place_left_out after delete on place
      for each row when (old.osm_id is not null and not old.deleted_by_import)
      execute function remember_left_out_element();
  `,
};
