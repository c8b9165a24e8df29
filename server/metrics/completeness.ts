import { sql } from "kysely";
import { dayMs } from "#domain/opening/local-time.ts";
import type { CompletenessWeek, UnknownPlace } from "#domain/operation/operating-status.ts";
import { walkThrough } from "#domain/operation/walk-through.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import { formatRow } from "#server/export/csv-row.ts";
import type { Context } from "#server/use-case-context.ts";

/** Number of weeks in the table of the status page. */
const shownWeeks = 26;

/** Number of weeks whose views are stored and counted. */
const viewedWeeks = 4;

/** Number of places for a walk: an afternoon. */
const walkLength = 20;

/** Whether hours, price and access of a `place join schedule join fact_set` are known, as columns. */
const known = sql`
  opening_times <> array_fill('-'::text, array[7]) or hours_text <> '' as has_hours,
  price_known or costs or coalesce(visitor_facts ? 'free', false) as has_price,
  not public or facts ? 'access' or coalesce(visitor_facts ? 'public', false) as has_access`;

const places = sql`
  place join schedule on schedule.id = schedule_id join fact_set on fact_set.id = fact_set_id`;

/** Monday of the week of an instant (UTC), an ISO 8601 date. */
function weekOf(now: Date): string {
  const days = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
}

/** Counts of how many places have hours, price and access, for this week; removes views that are too old. */
export async function recordCompleteness({
  database,
  now,
}: Pick<Context, "database" | "now">): Promise<void> {
  const week = weekOf(now());
  await sql`
    insert into completeness_week (week, places, hours, price, access)
    select ${week}::date, count(*), count(*) filter (where has_hours),
      count(*) filter (where has_price), count(*) filter (where has_access)
    from (select ${known} from ${places} where ${isVisible(acceptedPlaces)} and not sample) as place
    on conflict (week) do update set places = excluded.places, hours = excluded.hours,
      price = excluded.price, access = excluded.access`.execute(database);
  await sql`delete from place_view where week < ${week}::date - 7 * ${viewedWeeks}::int`.execute(
    database,
  );
}

/** Adds views of places, counted in memory, to those of this week; a place that is gone is left out. */
export async function storeViews(
  database: Database,
  views: ReadonlyMap<number, number>,
  now: Date,
): Promise<void> {
  await sql`
    insert into place_view (week, place_id, views)
    select ${weekOf(now)}::date, id, views
    from unnest(${[...views.keys()]}::int[], ${[...views.values()]}::int[]) as viewed (id, views)
    where exists (select from place where place.id = viewed.id)
    on conflict (week, place_id) do update set views = place_view.views + excluded.views`.execute(
    database,
  );
}

/** The last weeks, the oldest first. */
export async function readCompleteness(database: Database): Promise<CompletenessWeek[]> {
  const { rows } = await sql<CompletenessWeek>`
    select * from (
      select week::text, places, hours, price, access from completeness_week
      order by week desc limit ${shownWeeks}
    ) as last order by week`.execute(database);
  return rows;
}

/** The weeks as CSV (RFC 4180). */
export async function completenessAsCsv({ database }: Pick<Context, "database">): Promise<string> {
  const weeks = await readCompleteness(database);
  const rows = weeks.map(({ week, places, hours, price, access }) => [
    ...[week, places, hours, price, access],
  ]);
  return [["week", "places", "hours", "price", "access"], ...rows].map(formatRow).join("");
}

/** Places that are looked at most and of which least is known, in the order of a walk. */
export async function findUnknownPlaces(database: Database): Promise<UnknownPlace[]> {
  const { rows } = await sql<UnknownPlace>`
    select * from (
      select place.id, country, city, address, comments, longitude, latitude, ${known},
        coalesce(fact_texts, '{}') || facts as facts,
        (select coalesce(sum(views), 0)::int from place_view where place_id = place.id) as views
      from ${places} where ${isVisible(acceptedPlaces)} and not sample
        and place.id in (select place_id from place_view)
    ) as place
    where not (has_hours and has_price and has_access)
    order by views * ((not has_hours)::int + (not has_price)::int + (not has_access)::int) desc, id
    limit ${walkLength}`.execute(database);
  return walkThrough(rows);
}
