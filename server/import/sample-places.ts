import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { restorableSince } from "#domain/moderation/decision.ts";
import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureSchedules, scheduleAt } from "#server/opening/opening-hours.ts";
import type { OsmElement } from "./osm-element.ts";
import { ImportReport, importPlaces } from "./toilets/import-toilets.ts";

/**
 * Made-up places for a first look at the product: real streets or squares, but not checked for a toilet. Their
 * comments say so in the language of the place.
 */
const samplePath = join(import.meta.dirname, "sample-places.geojson");
const source = "sample-places";

interface Sample {
  readonly id: number;
  readonly geometry: { readonly coordinates: Coordinates };
  /** Tags of OpenStreetMap, and the rest here. */
  readonly properties: {
    readonly "addr:country": string;
    /** Seven entries: a first start spares itself the library that reads `opening_hours`. */
    readonly opening_times: OpeningTimes;
    /** Opening hours as a text, of one that represents an imported place. */
    readonly hours?: string;
    /** Whether it waits for acceptance. */
    readonly waits?: true;
    /** Stars and texts, one for each reviewer. */
    readonly reviews?: readonly (readonly [rating: number, text: string])[];
  };
}

/** Each sample says its own city and country, so the gazetteer is not loaded at a server's first start. */
const noTowns = { find: () => ({ city: "", country: "" }), isLikelySwapped: () => false };

const dayMs = 24 * 60 * 60 * 1000;
/** Time that the rows stay, so that every server learns of the removal before they go for good. */
const graceMs = 10 * 60 * 1000;

/** Accounts of the samples' reviewers; they have no way to sign in. */
const accounts = ["sample-anna", "sample-bernd", "sample-claire", "sample-dani", "sample-eszter"];

/**
 * Fills an empty database with sample places and reviews, in one transaction; leaves any other as
 * it is, and one that they have been removed from. Several servers that start at once fill it once.
 *
 * @returns number of places that it added
 */
export function loadSamplePlaces(database: Database, now: Date): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    if (!(await wantsSamples(transaction))) return 0;
    // Locks out other writers, so that an empty table stays empty.
    await sql`lock table place in share row exclusive mode`.execute(transaction);
    if (!(await wantsSamples(transaction))) return 0;
    const { features }: { features: readonly Sample[] } = JSON.parse(
      readFileSync(samplePath, "utf8"),
    );
    const schedules = await ensureSchedules(transaction, features.map(scheduleOf));
    const columns = new Map(
      features.map((sample, at) => [
        elementOf(sample).osmId,
        { ...columnsOf(sample, at, now), schedule_id: schedules[at] },
      ]),
    );
    const job = { database: transaction, towns: noTowns, homeCountry: null, source, now };
    await importPlaces(
      { ...job, report: new ImportReport(), columnsOf: (id) => columns.get(id) ?? {} },
      features.map(elementOf),
    );
    const places = await transaction.selectFrom("place").select("id").orderBy("id").execute();
    const reviews = features.flatMap((sample, at) => reviewsOf(sample, at, places[at].id, now));
    await transaction.insertInto("review").values(reviews).execute();
    return places.length;
  });
}

/** Whether the database has never held any place. */
async function wantsSamples(database: Database): Promise<boolean> {
  const place = await database.selectFrom("place").select("id").limit(1).executeTakeFirst();
  const removal = await database.selectFrom("sample_removal").select("at").executeTakeFirst();
  return place === undefined && removal === undefined;
}

function elementOf({ id, geometry, properties }: Sample): OsmElement {
  const [longitude, latitude] = geometry.coordinates;
  const tags = Object.entries(properties).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value] as const] : [],
  );
  return { osmId: `feature/${source}/${id}`, longitude, latitude, tags: Object.fromEntries(tags) };
}

function scheduleOf({ geometry, properties }: Sample) {
  const [longitude, latitude] = geometry.coordinates;
  const { "addr:country": country, opening_times: times, hours: text = null } = properties;
  return scheduleAt({ times, text }, { country, longitude, latitude });
}

function columnsOf({ properties }: Sample, at: number, now: Date) {
  const added = addedAt(at, now);
  return {
    sample: true,
    osm_id: null,
    imported: null,
    accepted: !properties.waits,
    added,
    added_by: properties.hours === undefined ? accounts[at % accounts.length] : null,
    opening_hours: properties.hours ?? null,
    opening_hours_complete: null,
    // Every third has been confirmed since, at a different time each.
    last_confirmed: at % 3 === 0 ? between(added, now, (at % 10) / 10) : null,
  };
}

function reviewsOf({ properties }: Sample, at: number, place_id: number, now: Date) {
  const { reviews = [] } = properties;
  return reviews.map(([rating, text], number) => ({
    ...{ place_id, rating, text, user_id: accounts[(at + number) % accounts.length] },
    added: between(addedAt(at, now), now, (number + 1) / (reviews.length + 1)),
  }));
}

/** Spreads the samples over the last two years, in no order that follows the file's. */
function addedAt(at: number, now: Date): Date {
  const daysAgo = 2 + ((at * 277) % 719) + (at % 24) / 24;
  return new Date(now.getTime() - daysAgo * dayMs);
}

function between(from: Date, to: Date, share: number): Date {
  return new Date(from.getTime() + (to.getTime() - from.getTime()) * share);
}

/**
 * Takes the sample places off every map and list, for good: they never come back, and their rows go
 * with reviews, confirmations and reports when a server next removes what was deleted long ago,
 * within the hour. Reviews and reports of a made-up toilet are not kept either.
 *
 * @returns number of places that it removed
 */
export function removeSamplePlaces(database: Database, now: Date): Promise<number> {
  const deletedAt = new Date(restorableSince(now).getTime() + graceMs);
  return database.transaction().execute(async (transaction) => {
    await sql`
      insert into sample_removal (at)
      select database_clock() where not exists (select from sample_removal)`.execute(transaction);
    const { numUpdatedRows } = await transaction
      .with("sample", (query) =>
        query
          .selectFrom("place")
          .select("id")
          .where("sample", "=", true)
          .where((where) =>
            where.or([where("deleted_at", "is", null), where("deleted_at", ">", deletedAt)]),
          )
          .orderBy("id")
          .forUpdate(),
      )
      .updateTable("place")
      .set({ deleted_at: deletedAt, deleted_by: null })
      .where("id", "in", (where) => where.selectFrom("sample").select("id"))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
