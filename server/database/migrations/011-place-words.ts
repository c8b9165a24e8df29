import type { Migration } from "#server/database/migration.ts";

/**
 * Index of accepted places by the terms of their city, address and comment, for the address search.
 * Characters that join terms in a text (`37/A`, `Stephan-Straße`) separate them here, because the
 * database's own parser would take them for a file or one compound. `server/geo/own-places.ts` uses
 * the same expression.
 */
export const placeSearchIndex: Migration = {
  name: "011-place-words",
  sql: `
    create index place_words on place
      using gin (to_tsvector('simple', translate(search_key, '/.-_@:', '      ')))
      where accepted and deleted_at is null;
  `,
};
