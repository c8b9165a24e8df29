import { sql } from "kysely";
import { expect } from "vitest";
import { addLimit, addLimitWindowMs } from "#domain/add-limit.ts";
import { isCountryCode } from "#domain/country-code.ts";
import { maxAddressLength, maxCityLength, maxCommentLength } from "#domain/text-length.ts";
import { derivePlaceColumns } from "#server/places/derive-place-columns.ts";
import { timeZoneOf } from "#server/places/time-zone-of.ts";
import { administratorDomain, type WriteScene } from "./write-scene.ts";

/** What must hold whatever was sent: what PostgreSQL's own constraints cannot say. */
export async function expectIntact({ api, database, administrator }: WriteScene): Promise<void> {
  const administrators = sql`select id from account where email like ${`%@${administratorDomain}`}`;
  const violations = {
    "sums of ratings": sql`select place.id from place left join review on place_id = place.id
      group by place.id having rating_count <> count(rating) or rating_sum <> coalesce(sum(rating), 0)`,
    "acceptance without the administrator": sql`select id from place
      where accepted and added_by not in (${administrators})
        and not exists (select from audit where audit.place_id = place.id)`,
    "the limit of places a day": sql`select added_by from place
      where added_by not in (${administrators})
        and added > clock_timestamp() - make_interval(secs => ${addLimitWindowMs / 1000})
      group by added_by having count(*) > ${addLimit}`,
    "coordinates of 6 decimals": sql`select id from place
      where longitude <> round(longitude::numeric, 6) or latitude <> round(latitude::numeric, 6)`,
    lengths: sql`select id from place where char_length(city) not between 1 and ${maxCityLength}
      or char_length(address) not between 1 and ${maxAddressLength}
      or char_length(comments) > ${maxCommentLength}`,
  };
  for (const [name, statement] of Object.entries(violations)) {
    expect((await statement.execute(database)).rows, name).toEqual([]);
  }
  const places = await database
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "schedule_id")
    .select(["country", "city", "address", "comments", "longitude", "latitude", "deleted_at"])
    .select(["dup_key", "search_key", "time_zone", "opening_times"])
    .execute();
  for (const place of places) {
    expect(place).toMatchObject(derivePlaceColumns(place));
    for (const text of [place.city, place.address, place.comments]) {
      expect(text).toBe(text.normalize("NFC").trim());
    }
    expect(place.time_zone).toBe(timeZoneOf(place));
    expect(isCountryCode(place.country)).toBe(true);
    expect(place.opening_times).toEqual(Array(7).fill(expect.toSatisfy(isOpeningDay)));
  }
  const listed = await api.call({ path: "/places", viewer: administrator });
  const { total } = await listed.json();
  expect(total, "places in the index").toBe(places.filter(({ deleted_at }) => !deleted_at).length);
}

/** `-`, `closed`, or a time and a later one of the same day. */
function isOpeningDay(day: string): boolean {
  return (
    day === "-" ||
    day === "closed" ||
    (/^\d\d:\d\d-\d\d:\d\d$/.test(day) && day.slice(0, 5) < day.slice(6))
  );
}
