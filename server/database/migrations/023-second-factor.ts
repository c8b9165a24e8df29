import type { Migration } from "#server/database/migration.ts";

/** Second factors of accounts (docs/decisions/039). */
export const secondFactor: Migration = {
  name: "023-second-factor",
  sql: `
    create table second_factor (
      account_id text primary key references account (id) on delete cascade,
      -- Sealed with a key of the secret that signs sessions, and bound to the account.
      secret text not null,
      -- Set up at, and on since; null until the first code was right.
      set_up_at timestamptz not null default clock_timestamp(),
      since timestamptz,
      -- The latest time step whose code was taken: it and those before are taken no more.
      used_step bigint,
      -- Digests of the recovery codes that are left.
      recovery_codes text[] not null default '{}'
    );
  `,
};
