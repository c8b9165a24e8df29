import type { Migration } from "#server/database/migration.ts";

/**
 * Usage of the product, a row a day and kind, without persons (docs/product#usage-without-persons).
 */
export const usage: Migration = {
  name: "022-usage",
  sql: `
    create table usage_day (
      day date not null,
      kind text not null,
      count bigint not null,
      primary key (day, kind)
    );
  `,
};
