import type { Migration } from "#server/database/migration.ts";

/** Versions of the terms for contributors that accounts have accepted (docs/decisions/043). */
export const terms: Migration = {
  name: "025-terms",
  sql: `
    create table accepted_terms (
      account_id text not null references account (id) on delete cascade,
      -- Day of the texts, and a digest of them.
      version text not null,
      accepted_at timestamptz not null default clock_timestamp(),
      primary key (account_id, version)
    );
  `,
};
