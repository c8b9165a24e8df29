import type { Expression } from "kysely";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type PlaceFacts, storedPlainFacts } from "#domain/place/place-facts.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import type { NewPlaceRow } from "#server/database/schema.ts";
import { ensureSchedules, scheduleAt } from "#server/opening/opening-hours.ts";
import { derivePlaceColumns } from "#server/places/place-row.ts";

/** Fields of a place that a test sets; the rest is an accepted place in Budapest. */
export type TestPlace = Partial<Omit<NewPlaceRow, "schedule_id" | "added">> & {
  openingTimes?: OpeningTimes;
  facts?: PlaceFacts;
  /** An expression where milliseconds are not exact enough. */
  added?: Date | Expression<Date>;
};

const around = Array<string>(7).fill("00:00-24:00");

/** Adds places straight to the database, each with an address of its own; returns their ids. */
export async function addPlaces(
  database: Database,
  places: readonly TestPlace[],
): Promise<number[]> {
  const complete = places.map(completePlace);
  const scheduleIds = await ensureSchedules(
    database,
    complete.map(({ row, openingTimes: times }) =>
      scheduleAt({ times, text: row.opening_hours ?? null }, row),
    ),
  );
  const factColumns = await ensureFactColumns(
    database,
    complete.map(({ facts }) => facts),
  );
  const rows = complete.map(({ row, facts }, index) => ({
    ...row,
    ...(Object.keys(facts).length > 0 && storedPlainFacts(facts)),
    ...factColumns[index],
    schedule_id: scheduleIds[index],
  }));
  const ids: number[] = [];
  // A statement has at most 65,535 parameters.
  for (let from = 0; from < rows.length; from += 1_000) {
    const part = rows.slice(from, from + 1_000);
    const added = await database.insertInto("place").values(part).returning("id").execute();
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

/** Adds one review a rating, each by a reviewer of its own. */
export async function addReviews(
  database: Database,
  placeId: number,
  ratings: readonly number[],
): Promise<void> {
  if (ratings.length === 0) return;
  const rows = ratings.map((rating, index) => ({
    place_id: placeId,
    user_id: `reviewer-${index}`,
    rating,
  }));
  await database.insertInto("review").values(rows).execute();
}

let addresses = 0;

function completePlace({ openingTimes = around, facts = {}, ...place }: TestPlace) {
  const named = {
    country: "HU",
    city: "Budapest",
    address: `Próba utca ${++addresses}.`,
    comments: "",
    ...place,
  };
  const row = {
    price: null,
    accessible: false,
    public: true,
    accepted: true,
    latitude: 47.5,
    longitude: 19.05,
    ...named,
    ...derivePlaceColumns(named),
  };
  return { row, openingTimes, facts };
}
