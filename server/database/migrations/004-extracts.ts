import type { Migration } from "#server/database/migration.ts";

/**
 * Tables and columns for `npm run import`: the origin of places in OpenStreetMap, and settlements,
 * streets and addresses to search. The rows of one extract are replaced together, in one
 * transaction.
 *
 * Points are PostgreSQL's own `point` (longitude, latitude), extents its `box`: both have a GiST
 * index without any extension, for 'nearest' (`<->`) and 'which contain' (`@>`).
 */
export const extracts: Migration = {
  name: "004-extracts",
  sql: `
    create extension if not exists pg_trgm;

    alter table place
      -- Whether the seven opening times say all that opening_hours says; null where not yet compared.
      add column opening_hours_complete boolean,
      -- False: it is not known whether it costs something, or how much. The price is then null.
      add column price_known boolean not null default true,
      -- What has no column of its own, as OpenStreetMap writes it: {"changing_table": "yes"}.
      add column attributes jsonb,
      -- The columns as the last import wrote them, to tell its changes from ours.
      add column imported jsonb,
      add constraint place_price_known check (price_known or price is null);

    -- Elements whose place was deleted here for good: an import leaves them out.
    create table left_out_element (
      osm_id text primary key,
      at timestamptz not null default clock_timestamp()
    );
    create function remember_left_out_element() returns trigger language plpgsql as $body$
    begin
      insert into left_out_element (osm_id) values (old.osm_id) on conflict do nothing;
      return null;
    end $body$;
    create trigger place_left_out after delete on place
      for each row when (old.osm_id is not null) execute function remember_left_out_element();

    -- One imported file that held more than toilets.
    create table extract (
      id int generated always as identity primary key,
      -- 'hungary' for hungary-latest.osm.pbf: the next import of that name replaces it.
      name text not null unique,
      -- SHA-256 of the file and version of the importer: the same again changes nothing.
      digest text not null,
      -- When its data left OpenStreetMap, where the file says so.
      data_at timestamptz,
      imported_at timestamptz not null default clock_timestamp(),
      bounds box not null
    );

    create table settlement (
      id int generated always as identity primary key,
      extract_id int not null references extract (id) on delete cascade,
      osm_id text not null,
      -- 'city', 'town', 'village', 'hamlet', 'isolated_dwelling', or a part of one: 'borough',
      -- 'suburb', 'quarter', 'neighbourhood'.
      kind text not null,
      name text not null,
      name_hu text,
      name_en text,
      name_de text,
      -- The settlement that a part belongs to, else null.
      part_of int,
      county text not null default '',
      country text not null check (country ~ '^[A-Z]{2}$'),
      postcode text not null default '',
      population int,
      longitude double precision not null,
      latitude double precision not null,
      -- Simplified to some 10 m: a list of rings, each [lng, lat, lng, lat, …]; a point inside an odd
      -- number of them is inside. Null where the extract has none.
      boundary jsonb,
      bounds box,
      -- Folded (domain/text/search-key.ts): all its names, one after the other.
      search_key text collate "C" not null
    );
    create index settlement_extract on settlement (extract_id);
    create index settlement_words on settlement using gin (to_tsvector('simple', search_key));
    create index settlement_similar on settlement using gin (search_key gin_trgm_ops);
    create index settlement_at on settlement using gist (point(longitude, latitude));
    create index settlement_bounds on settlement using gist (bounds);

    -- One row a name and settlement, from the ways and the addresses that bear it.
    create table street (
      id int generated always as identity primary key,
      extract_id int not null references extract (id) on delete cascade,
      -- Null where no settlement is near.
      settlement_id int,
      name text not null,
      -- Its addresses' most frequent one; empty where none has any.
      postcode text not null default '',
      -- A point on it near its middle; without lines, one of its addresses.
      longitude double precision not null,
      latitude double precision not null,
      -- Simplified to some 5 m: a list of lines, each [lng, lat, lng, lat, …]. Empty for one that only
      -- addresses name.
      lines jsonb not null default '[]',
      bounds box not null,
      -- Folded: the name, then its settlement's.
      search_key text collate "C" not null,
      -- Folded: the name alone.
      name_key text collate "C" not null
    );
    create index street_extract on street (extract_id);
    create index street_settlement on street (settlement_id, name_key);
    create index street_words on street using gin (to_tsvector('simple', search_key));
    create index street_similar on street using gin (search_key gin_trgm_ops);
    create index street_bounds on street using gist (bounds);

    create table address (
      id int generated always as identity primary key,
      extract_id int not null references extract (id) on delete cascade,
      osm_id text not null,
      street_id int not null,
      housenumber text not null,
      -- Folded, without spaces: '12/a'.
      housenumber_key text collate "C" not null,
      postcode text not null default '',
      -- As the address itself names it, else the settlement's name; empty where neither is known.
      city text not null default '',
      longitude double precision not null,
      latitude double precision not null
    );
    create index address_extract on address (extract_id);
    create index address_street on address (street_id, housenumber_key);
    create index address_at on address using gist (point(longitude, latitude));
  `,
};
