import type { Migration } from "#server/database/migration.ts";

/**
 * Tables of accounts, their sessions and ways to sign in, and of counted attempts.
 *
 * The first four tables are the sign-in library's own under our names: it reads and writes every
 * column of them. Its `user` is our `account`, its `account` our `sign_in_method`.
 */
export const accounts: Migration = {
  name: "002-accounts",
  sql: `
    create table account (
      id text primary key,
      -- Lower case.
      email text collate "C" not null unique,
      email_verified boolean not null default false,
      name text not null default '',
      photo_url text,
      disabled boolean not null default false,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    );

    create table session (
      id text primary key,
      account_id text not null references account (id) on delete cascade,
      token text collate "C" not null unique,
      expires_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      -- Never filled: nothing of ours needs to know where someone sat.
      ip_address text,
      -- Browser and system in words.
      user_agent text
    );
    create index session_account_id on session (account_id);
    create index session_expires_at on session (expires_at);

    create table sign_in_method (
      id text primary key,
      account_id text not null references account (id) on delete cascade,
      -- 'credential' for a password, 'google' for Google.
      provider text not null,
      -- The account's own id for a password, Google's id of it for Google.
      provider_account_id text not null,
      -- A salted scrypt hash.
      password text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      -- Never filled: signing in is all that we ask of Google.
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      unique (provider, provider_account_id)
    );
    create index sign_in_method_account_id on sign_in_method (account_id);

    -- Codes of reset links, and what has to be remembered while someone is at Google.
    create table verification (
      id text primary key,
      -- A digest, so that a reader of the table cannot use the codes.
      identifier text collate "C" not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    );
    create index verification_identifier on verification (identifier);
    create index verification_expires_at on verification (expires_at);

    create table rate_limit (
      -- What is limited, and whom: a digest.
      key text collate "C" primary key,
      -- When the attempts within the limit's window were let through, oldest first.
      attempts timestamptz[] not null,
      -- Whether the last attempt was let through.
      allowed boolean not null,
      expires_at timestamptz not null
    );
    create index rate_limit_expires_at on rate_limit (expires_at);
  `,
};
