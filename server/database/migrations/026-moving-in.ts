import type { Migration } from "#server/database/migration.ts";

/**
 * Firebase migration: records of migrated data, and the keys of its passwords (docs/decisions/046).
 */
export const firebaseMigration: Migration = {
  name: "026-moving-in",
  sql: `
    create table moved_in (
      -- Name of the source, which the operator gives.
      source text not null,
      kind text not null check (kind in ('account', 'place', 'review')),
      -- Id of a place at the source; of an account and a review a digest, from which nobody is found.
      key text collate "C" not null,
      -- What became of it here; null once that is gone, so that it is not taken again.
      account_id text references account (id) on delete set null,
      place_id int references place (id) on delete set null,
      -- Digest of the content that was taken last, and the place's version after it.
      digest text not null,
      version int,
      at timestamptz not null default clock_timestamp(),
      primary key (source, kind, key)
    );
    create index moved_in_account_id on moved_in (account_id) where account_id is not null;
    create index moved_in_place_id on moved_in (place_id) where place_id is not null;

    -- Parameters by which a source has hashed its passwords.
    create table moved_password_key (
      id int generated always as identity primary key,
      -- SHA-256 of the parameters.
      digest text not null unique,
      -- The parameters, sealed with a key of the secret that signs sessions.
      sealed text not null
    );
  `,
};
