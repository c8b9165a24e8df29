import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { untilTransactionsEnd } from "#tests/support/database/test-database.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { exportPlaces } from "./export-places.ts";
import { listPlaceChanges, readCursor } from "./place-changes.ts";

/* A mirror of the places, and writers that change its source at random. */

/** All places as the export has them, by id. */
export async function sourceOf(database: Database) {
  const { text } = await exportPlaces({
    database,
    format: "json",
    ownLicence: null,
    now: new Date(),
  });
  let whole = "";
  for await (const part of text) whole += part;
  const { places, cursor } = JSON.parse(whole) as { places: { id: number }[]; cursor: string };
  return { places: new Map(places.map((place) => [place.id, place])), cursor };
}

/** A mirror, which knows only its responses. */
export class Mirror {
  readonly places: Map<number, object>;
  #from: Date | string;

  constructor(from: Date | string, places = new Map<number, object>()) {
    this.#from = from;
    this.places = places;
  }

  /** Takes one page. @returns whether there is more */
  async follow(database: Database, perPage = 7): Promise<boolean> {
    const from = typeof this.#from === "string" ? readCursor(this.#from) : this.#from;
    if (from === null) throw new Error(`${this.#from} is not a cursor`);
    const page = await listPlaceChanges({ database, ownLicence: null }, { from, perPage });
    if (!page.ok) throw new Error(page.code);
    for (const change of page.places) {
      const { updated_at: _, ...place } = change;
      if ("deleted" in change) this.places.delete(change.id);
      else this.places.set(change.id, place);
    }
    this.#from = page.cursor;
    return page.has_more;
  }
}

/** A random write in a transaction that may stay open, so that later ones are committed before it. */
async function write(database: Database, random: () => number, number: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const kind = Math.floor(random() * 10);
    if (kind < 3) {
      await addPlaces(transaction, [{ accepted: random() < 0.7, sample: random() < 0.1 }]);
    } else {
      const { rows } = await sql<{ id: number }>`
        select id from place order by random() limit 1 for no key update`.execute(transaction);
      const id = rows[0]?.id;
      if (id === undefined) return;
      const where = sql`where id = ${id}`;
      if (kind === 3) await sql`update place set accepted = true ${where}`.execute(transaction);
      if (kind === 4) {
        await sql`update place set comments = ${`word ${number}`} ${where}`.execute(transaction);
      }
      if (kind === 5) {
        await sql`update place set deleted_at = database_clock() ${where}`.execute(transaction);
      }
      if (kind === 6) {
        await sql`update place set deleted_at = null ${where}`.execute(transaction);
      }
      if (kind === 7 || kind === 8) {
        await sql`insert into review (place_id, user_id, rating) values (${id}, ${`user ${number % 9}`},
          ${1 + (number % 5)}) on conflict (place_id, user_id)
          do update set rating = excluded.rating`.execute(transaction);
      }
      if (kind === 9) {
        await sql`update place set last_confirmed = database_clock(), closed_reported = database_clock()
          ${where}`.execute(transaction);
      }
    }
    await delay(random() < 0.1 ? 60 * random() : 4 * random());
  });
}

/** Eight writers at once. */
export async function writeAtOnce(
  database: Database,
  { seed, writesEach }: { readonly seed: number; readonly writesEach: number },
): Promise<void> {
  const writer = async (which: number) => {
    const random = randomNumbers(seed + which);
    for (let number = 0; number < writesEach; number++) await write(database, random, number);
  };
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(writer));
}

/** Waits until the mirror has what the source has, place by place. */
export async function untilEqual(mirror: Mirror, database: Database): Promise<void> {
  const source = await sourceOf(database);
  expect(source.places.size).toBeGreaterThan(0);
  await untilTransactionsEnd(database);
  while (await mirror.follow(database));
  expect(mirror.places).toEqual(source.places);
}
