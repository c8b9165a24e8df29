import { resolve } from "node:path";
import type { Logger } from "pino";
import type { Language } from "#domain/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { GeoProvider } from "./geo-provider.ts";
import { findValhalla } from "./local/valhalla-installation.ts";
import { WalkingRouter } from "./local/walking-router.ts";
import { WalkingTiles } from "./local/walking-tiles.ts";
import { watchImports } from "./local/watch-imports.ts";
import { createLocalGeoProvider } from "./local-geo-provider.ts";
import type { Speaker } from "./walking-instructions/compose-instruction.ts";

/** Level 3; disposing it stops the router. */
export interface LocalLevel extends AsyncDisposable {
  readonly provider: GeoProvider;
  /** Whether there is an extract to answer from; an import into a running server is noticed. */
  isImported(): Promise<boolean>;
}

export interface LocalLevelDeps {
  readonly database: Database;
  /** The walking tiles are in it. */
  readonly dataDirectory: string;
  speakerOf(language: Language): Speaker;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** Opens one's own extract: the tables that an import fills, and the router where it is installed. */
export function openLocalLevel(deps: LocalLevelDeps): LocalLevel {
  const { database, dataDirectory, speakerOf, log } = deps;
  const tiles = new WalkingTiles(resolve(dataDirectory));
  let router: WalkingRouter | null = null;
  const findRouter = () => {
    if (tiles.findInUse().length === 0) return null;
    if (router) return router;
    const valhalla = findValhalla();
    if (valhalla) router = new WalkingRouter({ valhalla, tiles, log });
    return router;
  };
  return {
    provider: createLocalGeoProvider({ database, findRouter, speakerOf, log }),
    isImported: watchImports({ database, log }),
    async [Symbol.asyncDispose]() {
      await router?.[Symbol.asyncDispose]();
    },
  };
}
