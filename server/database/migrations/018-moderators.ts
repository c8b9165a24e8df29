import type { Migration } from "#server/database/migration.ts";

/** Accounts that the administrator has made moderators (docs/product#moderators). */
export const moderators: Migration = {
  name: "018-moderators",
  sql: `
    alter table account add column moderator_since timestamptz;
    create index account_moderators on account (email) where moderator_since is not null;
  `,
};
