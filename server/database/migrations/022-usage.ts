import type { Migration } from "#server/database/migration.ts";

/** How much the product is used, a row a day and kind, without persons (docs/product#usage-without-persons). */
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
