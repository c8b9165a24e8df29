import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Language } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { InstructionLocale } from "#server/geo/walking/instructions.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { WalkingRouter } from "#server/geo/walking/walking-router.ts";
import { WalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import {
  createExtractProvider,
  type ExtractProvider,
  type SearchLimits,
} from "./extract-provider.ts";

/** Provider `local`; disposing it stops the router. */
export interface ExtractProviders extends AsyncDisposable {
  readonly provider: ExtractProvider;
  /** Whether an extract is imported; an import into a running server is detected. */
  isImported(): Promise<boolean>;
}

export interface ExtractProvidersDeps {
  readonly database: Database;
  /** Data directory, with the walking tiles. */
  readonly dataDirectory: string;
  localeOf(language: Language): InstructionLocale;
  readonly log: Pick<Logger, "warn" | "error">;
  readonly limits?: Partial<SearchLimits>;
}

/**
 * Opens the imported extract: the tables that an import fills, and the router where it is
 * installed.
 */
export function openExtract(deps: ExtractProvidersDeps): ExtractProviders {
  const { database, dataDirectory, localeOf, log, limits } = deps;
  const tiles = new WalkingTiles(resolve(dataDirectory));
  let router: WalkingRouter | null = null;
  const findRouter = () => {
    if (router || tiles.findInUse().length === 0) return router;
    const valhalla = findValhalla();
    if (valhalla) router = new WalkingRouter({ valhalla, tiles, log });
    return router;
  };
  return {
    provider: createExtractProvider({ database, findRouter, localeOf, log, limits }),
    isImported: watchImports({ database, log }),
    async [Symbol.asyncDispose]() {
      await router?.[Symbol.asyncDispose]();
    },
  };
}

interface WatchOptions {
  readonly database: Database;
  readonly log: Pick<Logger, "warn">;
  readonly nowMs?: () => number;
}

/** Maximum delay until an import into a running server takes effect. */
const maxAgeMs = 15_000;

/**
 * Polls the database for an imported extract. While the database is unavailable, the last result
 * holds.
 */
export function watchImports({
  database,
  log,
  nowMs = () => performance.now(),
}: WatchOptions): () => Promise<boolean> {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let lastResult: Promise<boolean> = Promise.resolve(false);
  const check = async (before: Promise<boolean>) => {
    try {
      const row = await database.selectFrom("extract").select("id").limit(1).executeTakeFirst();
      return row !== undefined;
    } catch (error) {
      log.warn({ err: error }, "it is not known whether an extract is imported");
      return before;
    }
  };
  return () => {
    if (nowMs() - checkedAtMs >= maxAgeMs) {
      checkedAtMs = nowMs();
      lastResult = check(lastResult);
    }
    return lastResult;
  };
}
