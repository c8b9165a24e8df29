import { bringFacts } from "#server/database/fact-sets.ts";
import type { Migration } from "#server/database/migration.ts";

/**
 * Facts of places (docs/decisions/027): the answers as distinct sets that places share, so that filters are
 * worked out once a set, and the texts beside each place.
 *
 * Places of earlier versions start with the empty set. `accessible` and `public` say what is known of them,
 * also where a process of the version before, during a roll-out, still writes those alone; what an import
 * knows of them is brought in by {@link bringFacts}.
 */
export const placeFacts: Migration = {
  name: "012-place-facts",
  sql: `
    create table fact_set (
      id int generated always as identity primary key,
      facts jsonb not null unique check (jsonb_typeof(facts) = 'object')
    );
    insert into fact_set (facts) values ('{}');
    alter table place
      add column fact_set_id int not null default 1 references fact_set (id),
      -- Facts that are texts; null without any.
      add column fact_texts jsonb;
  `,
  run: bringFacts,
};
