import { sql } from "kysely";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import { type PlaceFacts, storedPlainFacts } from "#domain/place/place-facts.ts";
import { feeOfPrice, priceColumns } from "#domain/place/place-fee.ts";
import type { Database } from "#server/database/connect.ts";
import { ensureFactColumns } from "#server/database/fact-sets.ts";
import { ensureSchedules, scheduleAt } from "#server/opening/stored-schedules.ts";
import { toPlaceColumns } from "#server/places/place-row.ts";
import { budapest } from "./budapest.ts";
import { lakesBathsAndRoadsOfHungary } from "./lakes-baths-and-roads-of-hungary.ts";
import { neighboursOfHungary } from "./neighbours-of-hungary.ts";
import type { SamplePlace } from "./sample-place.ts";
import { townsOfHungary } from "./towns-of-hungary.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Accounts of the samples' reviewers; they have no way to sign in. */
const sampleUsers = [
  "sample-anna",
  "sample-bernd",
  "sample-claire",
  "sample-dani",
  "sample-eszter",
];

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
    const samples = listSamplePlaces();
    const ids = await insertPlaces(transaction, samples, now);
    await insertReviews(transaction, samples, ids, now);
    return ids.length;
  });
}

/** Whether the database has never held any place. */
async function wantsSamples(database: Database): Promise<boolean> {
  const place = await database.selectFrom("place").select("id").limit(1).executeTakeFirst();
  const removal = await database.selectFrom("sample_removal").select("at").executeTakeFirst();
  return place === undefined && removal === undefined;
}

async function insertPlaces(
  database: Database,
  samples: readonly ListedSample[],
  now: Date,
): Promise<number[]> {
  const scheduleIds = await ensureSchedules(
    database,
    samples.map((sample) => {
      const { times, openingHours: text = null } = sample;
      return scheduleAt({ times, text }, sample);
    }),
  );
  const factColumns = await ensureFactColumns(database, samples.map(factsOfSample));
  const rows = samples.map((sample, index) => {
    const { price = null } = sample;
    const added = addedAt(index, now);
    const isImported = sample.openingHours !== undefined;
    return {
      ...toPlaceColumns({
        ...sample,
        ...storedPlainFacts(factsOfSample(sample)),
        ...priceColumns({ price, fee: feeOfPrice(price) }),
      }),
      ...factColumns[index],
      accepted: sample.isAccepted ?? true,
      dup_key: duplicateKey(sample),
      schedule_id: scheduleIds[index],
      opening_hours: sample.openingHours ?? null,
      added,
      added_by: isImported ? null : sampleUsers[index % sampleUsers.length],
      // Every third has been confirmed since, at a different time each.
      sample: true,
      last_confirmed: index % 3 === 0 ? between(added, now, (index % 10) / 10) : null,
    };
  });
  const inserted = await database.insertInto("place").values(rows).returning("id").execute();
  return inserted.map(({ id }) => id);
}

function factsOfSample({ isAccessible = false, isPublic = true, facts }: ListedSample): PlaceFacts {
  return {
    wheelchair: isAccessible ? "yes" : "no",
    access: isPublic ? "everyone" : "customers",
    ...facts,
  };
}

async function insertReviews(
  database: Database,
  samples: readonly ListedSample[],
  placeIds: readonly number[],
  now: Date,
): Promise<void> {
  const rows = samples.flatMap(({ reviews = [] }, index) =>
    reviews.map(([rating, text], number) => ({
      place_id: placeIds[index],
      user_id: sampleUsers[(index + number) % sampleUsers.length],
      rating,
      text,
      added: between(addedAt(index, now), now, (number + 1) / (reviews.length + 1)),
    })),
  );
  await database.insertInto("review").values(rows).execute();
}

/** Spreads the samples over the last two years, in no order that follows the list's. */
function addedAt(index: number, now: Date): Date {
  const daysAgo = 2 + ((index * 277) % 719) + (index % 24) / 24;
  return new Date(now.getTime() - daysAgo * dayMs);
}

function between(from: Date, to: Date, share: number): Date {
  return new Date(from.getTime() + (to.getTime() - from.getTime()) * share);
}

/** Sample with its country, and with a comment that marks it as a sample. */
export interface ListedSample extends SamplePlace {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly comments: string;
  readonly longitude: number;
  readonly latitude: number;
}

/** 'Sample data' in the language of each country that has samples. */
const sampleMarks: Readonly<Record<string, string>> = {
  HU: "mintaadat",
  AT: "Beispieldaten",
  CH: "Beispieldaten",
  SK: "vzorové údaje",
  CZ: "ukázková data",
  PL: "dane przykładowe",
  RO: "date de exemplu",
  RS: "primer podataka",
  HR: "ogledni podaci",
  SI: "vzorčni podatki",
  UA: "зразок даних",
  GB: "sample data",
};

/** All samples, country by country. */
export function listSamplePlaces(): ListedSample[] {
  const hungary = [...budapest, ...townsOfHungary, ...lakesBathsAndRoadsOfHungary];
  return Object.entries({ HU: hungary, ...neighboursOfHungary }).flatMap(([country, samples]) =>
    samples.map((sample) => listSample(country, sample)),
  );
}

function listSample(country: string, sample: SamplePlace): ListedSample {
  const [longitude, latitude] = sample.at;
  const comments = [sample.comments, sampleMarks[country]].filter(Boolean).join(" – ");
  return { ...sample, country, comments, longitude, latitude };
}
