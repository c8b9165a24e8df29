import type { Migration } from "#server/database/migration.ts";

/**
 * Digest that shows whether servers of one database sign sessions with the same secret; not the
 * secret.
 */
export const authSecretMark: Migration = {
  name: "033-auth-secret-mark",
  sql: `
    create table auth_secret_mark (
      only_one boolean primary key default true check (only_one),
      digest text not null
    );
  `,
};
