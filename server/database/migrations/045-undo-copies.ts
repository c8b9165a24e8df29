import type { Migration } from "#server/database/migration.ts";

/**
 * What decisions of staff have removed, as long as they can be undone (docs/decisions/062).
 *
 * Unlogged as the marks of visitors are: neither the write-ahead log nor a replica or a backup has the removed texts, and
 * after a crash the table is empty.
 */
export const undoCopies: Migration = {
  name: "045-undo-copies",
  sql: `
    create unlogged table undo_copy (
      -- Such as 'review 12', as mails about it are named.
      decision text primary key,
      -- Account whose contributions these are; null for an author without one.
      account_id text references account (id) on delete cascade,
      decided_by text not null references account (id) on delete cascade,
      at timestamptz not null,
      content jsonb not null
    );
  `,
};
