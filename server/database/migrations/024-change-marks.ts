import type { Migration } from "#server/database/migration.ts";

/** Marks that give mirrors their position in the changes (docs/decisions/041). */
export const changeMarks: Migration = {
  name: "024-change-marks",
  sql: `
    create table change_mark (
      at timestamptz primary key default clock_timestamp(),
      -- At that time, all transactions that had changed places ended at the latest with this one.
      -- Left out of a backup as every number of a transaction is.
      settled xid8 not null default '0',
      -- The same as long as the numbers of transactions mean the same.
      epoch text not null
    );

    -- A page of changes ends in the middle of a large transaction.
    create index place_changed_in_id on place (changed_in, id);
    drop index place_changed_in;
  `,
};
