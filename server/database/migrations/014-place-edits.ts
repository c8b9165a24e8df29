import type { Migration } from "#server/database/migration.ts";

/** Versions, edits and proposals of places (docs/decisions/029). */
export const placeEdits: Migration = {
  name: "014-place-edits",
  sql: `
    alter table place add column version int not null default 1;

    -- By the database, so that no writer forgets it: neither an import nor a server of the version before.
    create function raise_place_version() returns trigger language plpgsql as $body$
    begin
      new.version := old.version + 1;
      return new;
    end $body$;
    create trigger place_version before update on place for each row when (
      (old.country, old.city, old.address, old.county, old.postcode, old.price, old.price_known,
        old.costs, old.comments, old.accessible, old.public, old.latitude, old.longitude,
        old.position_approximate, old.schedule_id, old.opening_hours, old.fact_set_id, old.fact_texts)
      is distinct from
      (new.country, new.city, new.address, new.county, new.postcode, new.price, new.price_known,
        new.costs, new.comments, new.accessible, new.public, new.latitude, new.longitude,
        new.position_approximate, new.schedule_id, new.opening_hours, new.fact_set_id, new.fact_texts)
    ) execute function raise_place_version();

    create table place_edit (
      id int generated always as identity primary key,
      place_id int not null references place (id) on delete cascade,
      -- Of the place, after the edit.
      version int not null,
      at timestamptz not null default clock_timestamp(),
      source text not null check (source in ('import', 'contributor', 'staff')),
      -- Null for an import, and after the account was deleted.
      account_id text,
      -- By field: {"from": value before, "to": value after}.
      changes jsonb not null check (jsonb_typeof(changes) = 'object'),
      -- Proposal that was accepted, and edit that was taken back.
      proposal_id int,
      takes_back int
    );
    create index place_edit_place_id on place_edit (place_id, id);
    create index place_edit_account_id on place_edit (account_id) where account_id is not null;

    create table place_proposal (
      id int generated always as identity primary key,
      place_id int not null references place (id) on delete cascade,
      -- Null after the account was deleted.
      account_id text,
      -- Of the place, before the change.
      version int not null,
      changes jsonb not null check (jsonb_typeof(changes) = 'object'),
      note text not null default '' check (char_length(note) <= 1000),
      at timestamptz not null default clock_timestamp(),
      decided_at timestamptz,
      decided_by text,
      outcome text check (outcome in ('accepted', 'part', 'declined', 'withdrawn')),
      accepted_fields text[] not null default '{}',
      reason text not null default '' check (char_length(reason) <= 1000),
      check ((decided_at is null) = (outcome is null))
    );
    create index place_proposal_place_id on place_proposal (place_id);
    create index place_proposal_account_id on place_proposal (account_id, id)
      where account_id is not null;
    create index place_proposal_decided_by on place_proposal (decided_by)
      where decided_by is not null;
    -- One that waits for each account and place.
    create unique index place_proposal_one_waiting on place_proposal (account_id, place_id)
      where outcome is null;
    create index place_proposal_waiting on place_proposal (at, id) where outcome is null;
  `,
};
