import type { Migration } from "#server/database/migration.ts";

/**
 * Column that marks sample places, since nothing else distinguishes them reliably: samples of
 * imported places have no account, and a comment is an ordinary text.
 */
export const samplePlaces: Migration = {
  name: "010-sample-places",
  sql: `
    alter table place add column sample boolean not null default false;
    create index place_sample on place (id) where sample;

    -- Those that an earlier version has made: by their accounts, which are not real, or by what each
    -- of those without an account says at the end of its comment.
    update place set sample = true
    where added_by in ('sample-anna', 'sample-bernd', 'sample-claire', 'sample-dani', 'sample-eszter')
      or (added_by is null and osm_id is null and imported is null and opening_hours is not null
        and comments ~ '(mintaadat|Beispieldaten|vzorové údaje|ukázková data|dane przykładowe|date de exemplu|primer podataka|ogledni podaci|vzorčni podatki|зразок даних|sample data)$');

    -- When the operator had them removed: they do not come back, though no place may be left.
    create table sample_removal (at timestamptz not null default clock_timestamp());
  `,
};
