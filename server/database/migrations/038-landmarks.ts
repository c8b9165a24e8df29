import type { Migration } from "#server/database/migration.ts";

/**
 * Landmarks of the extracts, as rows beside the streets: found by the same terms and spellings, and
 * by their kind, the nearest first. Parts of words are found in the names alone.
 */
export const landmarks: Migration = {
  name: "038-landmarks",
  sql: `
    alter table street
      -- Value of the landmark's tag, such as 'station'; null for a street.
      add column kind text,
      add column name_hu text,
      add column name_en text,
      add column name_de text,
      -- Street and house number of a landmark, where it has them.
      add column address text;
    create index street_kind on street (kind, longitude) where kind is not null;
    create index street_name_similar on street using gin (name_key gin_trgm_ops);
  `,
};
