import type { Migration } from "#server/database/migration.ts";

/**
 * Search by one of a city's several postcodes, through the addresses with it, and by terms of a
 * street's own name: those of its settlement are shared by all of its streets.
 */
export const searchIndexes: Migration = {
  name: "027-search-indexes",
  sql: `
    create index address_postcode on address (postcode) where postcode <> '';
    create index settlement_postcode on settlement (postcode) where postcode <> '';
    create index street_name_words on street using gin (to_tsvector('simple', name_key));
  `,
};
