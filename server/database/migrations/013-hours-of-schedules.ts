import type { Migration } from "#server/database/migration.ts";

/**
 * Schedules with the text of opening hours, so that each distinct text is evaluated once
 * (docs/decisions/028). The seven opening times remain beside it.
 *
 * `place.opening_hours` stays the place's own text; its schedule has a copy with all that its
 * meaning depends on. Both are empty where a place has no text.
 */
export const hoursOfSchedules: Migration = {
  name: "013-hours-of-schedules",
  sql: `
    alter table schedule
      add column hours_text text not null default '',
      -- Country of the public holidays, ISO 3166-1 alpha-2.
      add column hours_country text not null default '',
      -- 'latitude,longitude' in tenths of a degree, for a text that names the sun; else empty.
      add column hours_position text not null default '',
      drop constraint schedule_time_zone_opening_times_key,
      add constraint schedule_distinct
        unique (time_zone, opening_times, hours_text, hours_country, hours_position);

    create temporary table place_hours on commit drop as
      select place.id as place_id, time_zone, opening_times, btrim(opening_hours) as hours_text,
        country as hours_country,
        case when opening_hours ~* 'sun(rise|set)|dawn|dusk'
          then to_char(latitude, 'FM990.0') || ',' || to_char(longitude, 'FM990.0')
          else '' end as hours_position
      from place join schedule on schedule.id = schedule_id
      where btrim(opening_hours) <> '';
    insert into schedule (time_zone, opening_times, hours_text, hours_country, hours_position)
      select distinct time_zone, opening_times, hours_text, hours_country, hours_position
      from place_hours;
    update place set schedule_id = schedule.id
      from place_hours join schedule
        using (time_zone, opening_times, hours_text, hours_country, hours_position)
      where place.id = place_hours.place_id;
  `,
};
