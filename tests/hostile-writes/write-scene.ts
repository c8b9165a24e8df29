import { sql } from "kysely";
import { expect } from "vitest";
import { addLimit, addLimitWindowMs } from "#domain/account/daily-limits.ts";
import { isCountryCode } from "#domain/geography/country-code.ts";
import type { NewPlace } from "#domain/place/new-place.ts";
import { maxAddressLength, maxCityLength, maxCommentLength } from "#domain/text/text-limits.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { findHoursError, timeZoneOf } from "#server/opening/opening-hours.ts";
import { derivePlaceColumns } from "#server/places/place-row.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import type { TestApi } from "#tests/support/services/test-api.ts";

/** Viewers, and the place of their calls. */
export interface WriteScene {
  readonly api: TestApi;
  readonly database: Database;
  readonly user: Viewer & { userId: string };
  readonly moderator: Viewer & { userId: string };
  readonly administrator: Viewer & { userId: string };
  readonly placeId: number;
  /** Review of that place, by a third account. */
  readonly reviewId: number;
}

/** Domain of the administrators' e-mail addresses, which distinguishes them from other accounts. */
const administratorDomain = "administrator.test";

let scenes = 0;

/** Two accounts without any write, and a place without reports and confirmations, with one review. */
export async function setWriteScene(api: TestApi, database: Database): Promise<WriteScene> {
  const scene = ++scenes;
  const signIn = async (email: string, role: Viewer["role"]) => {
    const userId = await addAccount(database, email);
    const sessions = database.selectFrom("session").select("id as sessionId");
    const session = await sessions.where("account_id", "=", userId).executeTakeFirstOrThrow();
    return { userId, email, role, ...session };
  };
  const user = await signIn(`user-${scene}@example.org`, "user");
  const moderator = await signIn(`moderator-${scene}@example.org`, "moderator");
  const administrator = await signIn(`person-${scene}@${administratorDomain}`, "administrator");
  const added = await api.services.writes.checkAndAddPlace(
    { place: placeOf(scene), check: "none" },
    administrator,
  );
  if (!added.ok) throw new Error(added.code);
  const placeId = added.place.id;
  const reviewer = await addAccount(database, `reviewer-${scene}@example.org`);
  const review = await database
    .insertInto("review")
    .values({ place_id: placeId, user_id: reviewer, rating: 5, text: "Tiszta" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { api, database, user, moderator, administrator, placeId, reviewId: review.id };
}

function placeOf(scene: number): NewPlace {
  return {
    country: "HU",
    city: "Budapest",
    address: `Színpad utca ${scene}.`,
    price: null,
    fee: "free",
    comments: "",
    accessible: true,
    public: true,
    facts: { wheelchair: "yes" },
    latitude: 47.5,
    longitude: 19.05,
    opening_times: Array<string>(7).fill("-"),
  };
}

/** Invariants after any call, beyond PostgreSQL's own constraints. */
export async function expectIntact({ api, database, administrator }: WriteScene): Promise<void> {
  const administrators = sql`select id from account where email like ${`%@${administratorDomain}`}`;
  const moderators = sql`select id from account where email like 'moderator-%'`;
  const violations = {
    "sums of ratings": sql`select place.id from place left join review on place_id = place.id
      group by place.id having rating_count <> count(rating) or rating_sum <> coalesce(sum(rating), 0)`,
    "acceptance without staff": sql`select id from place
      where accepted and added_by not in (${administrators}) and added_by not in (${moderators})
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
    .select(["dup_key", "search_key", "time_zone", "opening_times", "opening_hours", "hours_text"])
    .execute();
  for (const place of places) {
    // Most are as they were after the call before.
    const columns = JSON.stringify(place);
    if (intactPlaces.has(columns)) continue;
    expectIntactPlace(place);
    intactPlaces.add(columns);
  }
  const listed = await api.call({ path: "/places", viewer: administrator });
  const { total } = await listed.json();
  expect(total, "places in the index").toBe(places.filter(({ deleted_at }) => !deleted_at).length);
}

/** Columns of places that were found intact, as JSON. */
const intactPlaces = new Set<string>();

type StoredPlace = Parameters<typeof derivePlaceColumns>[0] &
  Parameters<typeof timeZoneOf>[0] & {
    readonly time_zone: string;
    readonly opening_times: readonly string[];
    readonly opening_hours: string | null;
    readonly hours_text: string;
  };

/** Rules that the columns of a place must meet among themselves. */
function expectIntactPlace(place: StoredPlace): void {
  expect(place).toMatchObject(derivePlaceColumns(place));
  for (const text of [place.city, place.address, place.comments]) {
    expect(text).toBe(text.normalize("NFC").trim());
  }
  expect(place.time_zone).toBe(timeZoneOf(place));
  expect(isCountryCode(place.country)).toBe(true);
  expect(place.hours_text).toBe(place.opening_hours ?? "");
  if (place.opening_hours === null) {
    expect(place.opening_times).toEqual(Array(7).fill(expect.toSatisfy(isOpeningDay)));
  } else expect(findHoursError(place.opening_hours)).toBeNull();
}

/** `-`, `closed`, or a time and a later one of the same day. */
function isOpeningDay(day: string): boolean {
  return (
    day === "-" ||
    day === "closed" ||
    (/^\d\d:\d\d-\d\d:\d\d$/.test(day) && day.slice(0, 5) < day.slice(6))
  );
}
