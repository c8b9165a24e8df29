import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import {
  type UsageDay,
  type UsageKind,
  usageDays,
  usageKinds,
} from "#domain/operation/operating-status.ts";
import type { Database } from "#server/database/connect.ts";

/** Names by which programs that read pages say what they are; most of them do. */
const programs =
  /(?<!cu)bot|crawl|spider|slurp|preview|scan|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|okhttp|axios|node/i;

/**
 * Whether a request comes from a program and not from a person, as its `User-Agent` says. A program may say
 * that it is a browser, so metrics of use are a little too high.
 */
export function isProgram(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || programs.test(userAgent);
}

/**
 * Whether an answer is for a person to look at, as `Sec-Fetch-Dest` says (Fetch Metadata Request Headers, 2.1).
 * A script, such as the service worker that keeps pages, asks for `empty`; a page within another site's is an
 * `iframe`. Older browsers do not say, and count.
 */
export function isPageView(destination: string | undefined): boolean {
  return destination === undefined || destination === "document";
}

/** Searches that are remembered, so that one that finds nothing counts once for all its letters. */
const keptSearches = 1_000;

/**
 * Use of the product on each day (UTC), counted in memory and added to the database each minute. It knows days
 * and numbers alone (docs/product#usage-without-persons).
 */
export class Usage {
  readonly #now: () => Date;
  #counts = new Map<string, Map<UsageKind, number>>();
  readonly #emptySearches = new LRUCache<string, true>({ max: keptSearches });

  constructor(now: () => Date) {
    this.#now = now;
  }

  record(kind: UsageKind, count = 1, day = this.#now().toISOString().slice(0, 10)): void {
    const counts = this.#counts.get(day) ?? new Map<UsageKind, number>();
    counts.set(kind, (counts.get(kind) ?? 0) + count);
    this.#counts.set(day, counts);
  }

  /** Counts a search that found nothing. @param session joins the letters of one search; null for a whole text */
  recordEmptySearch(session: string | null): void {
    if (session !== null && this.#emptySearches.has(session)) return;
    if (session !== null) this.#emptySearches.set(session, true);
    this.record("empty-search");
  }

  /** Adds what was counted to the database. Where that fails, it stays for the next time. */
  async store(database: Database): Promise<void> {
    const counted = this.#counts;
    this.#counts = new Map();
    const rows = [...counted].flatMap(([day, counts]) =>
      [...counts].map(([kind, count]) => ({ day, kind, count })),
    );
    if (rows.length === 0) return;
    try {
      await database
        .insertInto("usage_day")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["day", "kind"])
            .doUpdateSet({ count: sql`usage_day.count + excluded.count` }),
        )
        .execute();
    } catch (error) {
      for (const { day, kind, count } of rows) this.record(kind, count, day);
      throw error;
    }
  }

  /** The last days with any use, the oldest first, with what is not stored yet. */
  async read(database: Database): Promise<UsageDay[]> {
    const firstMs = this.#now().getTime() - (usageDays - 1) * 24 * 60 * 60 * 1000;
    const first = new Date(firstMs).toISOString().slice(0, 10);
    const rows = await database
      .selectFrom("usage_day")
      .selectAll()
      .where("day", ">=", first)
      .execute();
    const days = new Map<string, Record<UsageKind, number>>();
    const add = (day: string, kind: string, count: number) => {
      const counts = days.get(day) ?? { "page-view": 0, "empty-search": 0, nearest: 0 };
      if (usageKinds.includes(kind as UsageKind)) counts[kind as UsageKind] += count;
      days.set(day, counts);
    };
    for (const { day, kind, count } of rows) add(day, kind, count);
    for (const [day, counts] of this.#counts) {
      if (day >= first) for (const [kind, count] of counts) add(day, kind, count);
    }
    return [...days].sort().map(([day, counts]) => ({ day, counts }));
  }
}
