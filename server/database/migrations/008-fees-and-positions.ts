import type { Migration } from "#server/database/migration.ts";

/** Columns for a fee of unknown amount, and for a position that is not exact. */
export const feesAndPositions: Migration = {
  name: "008-fees-and-positions",
  sql: `
    alter table place
      -- True: it costs something, and the amount is not known.
      add column costs boolean not null default false
        check (not costs or (price is null and not price_known)),
      -- The point stands for a street or a settlement until the administrator sets it.
      add column position_approximate boolean not null default false;
  `,
};
