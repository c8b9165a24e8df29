import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import {
  type UsageDay,
  type UsageKind,
  usageDays,
  usageKinds,
} from "#domain/operation/operating-status.ts";
import type { Database } from "#server/database/connect.ts";
import { storeViews } from "./completeness.ts";

/** User-agent names of programs that read pages; most of them identify themselves. */
const programs =
  /(?<!cu)bot|crawl|spider|slurp|preview|scan|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|okhttp|axios|node/i;

/**
 * Whether a request comes from a program and not from a person, by its `User-Agent`. A program may claim to be a
 * browser, so usage metrics are a little too high.
 */
export function isProgram(userAgent: string | undefined): boolean {
  return userAgent === undefined || userAgent === "" || programs.test(userAgent);
}

/**
 * Whether a response is shown to a person, by `Sec-Fetch-Dest` (Fetch Metadata Request Headers, 2.1). The destination
 * of a script, such as the service worker that caches pages, is `empty`; that of a page in another site's frame is
 * `iframe`. Older browsers do not send it, and count.
 */
export function isPageView(destination: string | undefined): boolean {
  return destination === undefined || destination === "document";
}

/** Maximum number of remembered search sessions: an empty search counts once for all its keystrokes. */
const maxRememberedSearches = 1_000;

/**
 * Usage of the product by day (UTC), counted in memory and added to the database each minute. It stores days and
 * numbers alone (docs/product#usage-statistics).
 */
export class Usage {
  readonly #now: () => Date;
  #counts = new Map<string, Map<UsageKind, number>>();
  /** Views of places, by id. */
  #views = new Map<number, number>();
  readonly #emptySearches = new LRUCache<string, true>({ max: maxRememberedSearches });

  constructor(now: () => Date) {
    this.#now = now;
  }

  record(kind: UsageKind, count = 1, day = this.#now().toISOString().slice(0, 10)): void {
    const counts = this.#counts.get(day) ?? new Map<UsageKind, number>();
    counts.set(kind, (counts.get(kind) ?? 0) + count);
    this.#counts.set(day, counts);
  }

  recordView(placeId: number): void {
    this.#views.set(placeId, (this.#views.get(placeId) ?? 0) + 1);
  }

  /**
   * Counts a search without results.
   *
   * @param session id of a search with several keystrokes; null for a single request
   */
  recordEmptySearch(session: string | null): void {
    if (session !== null && this.#emptySearches.has(session)) return;
    if (session !== null) this.#emptySearches.set(session, true);
    this.record("empty-search");
  }

  /** Adds the counts to the database. Where that fails, they stay for the next time. */
  async store(database: Database): Promise<void> {
    const views = this.#views;
    this.#views = new Map();
    // Those that cannot be stored are lost: only their proportions matter.
    if (views.size > 0) await storeViews(database, views, this.#now());
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

  /** The last days with any usage, the oldest first, including counts that are not stored yet. */
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
