import type { Migration } from "#server/database/migration.ts";

/** Of `pg_catalog` alone: a trigger also runs where the schema of our tables is not on the search path. */
const shift = "coalesce(nullif(current_setting('mosdo.clock_shift', true), '')::interval, '0')";

/**
 * Clock of every timestamp that the database sets itself. A session may shift it by the setting
 * `mosdo.clock_shift`, as tests do (docs/decisions/053); `migration` alone has the real time.
 */
export const databaseClock: Migration = {
  name: "030-database-clock",
  sql: `
    create function database_clock() returns timestamptz language sql volatile as $body$
      select clock_timestamp() + ${shift}
    $body$;

    -- The time at which the statement began: before what it sees, and the same throughout.
    create function statement_clock() returns timestamptz language sql stable as $body$
      select statement_timestamp() + ${shift}
    $body$;

    alter table accepted_terms alter accepted_at set default database_clock();
    alter table account
      alter created_at set default database_clock(), alter updated_at set default database_clock();
    alter table audit alter at set default database_clock();
    alter table change_mark alter at set default database_clock();
    alter table confirmation alter at set default database_clock();
    alter table correction alter at set default database_clock();
    alter table extract alter imported_at set default database_clock();
    alter table left_out_element alter at set default database_clock();
    alter table mail
      alter created_at set default database_clock(),
      alter next_attempt_at set default database_clock();
    alter table mail_wish alter told_until set default database_clock();
    alter table moved_in alter at set default database_clock();
    alter table place
      alter added set default database_clock(), alter updated_at set default database_clock();
    alter table place_edit alter at set default database_clock();
    alter table place_proposal alter at set default database_clock();
    alter table removed_review alter at set default database_clock();
    alter table report alter at set default database_clock();
    alter table review alter added set default database_clock();
    alter table review_report alter at set default database_clock();
    alter table sample_removal alter at set default database_clock();
    alter table second_factor alter set_up_at set default database_clock();
    alter table session
      alter created_at set default database_clock(), alter updated_at set default database_clock();
    alter table sign_in_method
      alter created_at set default database_clock(), alter updated_at set default database_clock();
    alter table verification
      alter created_at set default database_clock(), alter updated_at set default database_clock();

    create or replace function touch_place() returns trigger language plpgsql as $body$
    begin
      new.updated_at := clock_timestamp() + ${shift};
      new.changed_in := pg_current_xact_id();
      return new;
    end $body$;
  `,
};
