import { TileArchive } from "#server/base-map/tile-archive.ts";
import type { Database } from "#server/database/connect.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { createFallbackChain } from "#server/geo/fallback-chain.ts";
import { followPlaceChanges, type PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { loadPlaceIndex } from "#server/places/feed/load-place-index.ts";
import { readHorizon } from "#server/places/feed/place-change-reader.ts";
import { createServices, type ServiceDeps, type Services } from "#server/services.ts";
import { ListImports } from "#server/source-lists/list-imports.ts";
import { plainConfig } from "#tests/support/services/stand-ins.ts";
import { noIdentity, noOpenData, notifiesNobody, silentLog, unwatched } from "./stand-ins.ts";

interface TestServices extends AsyncDisposable {
  readonly services: Services;
  readonly placeIndex: ServiceDeps["placeIndex"];
  readonly feed: PlaceFeed;
}

/** All use cases on a database of a test, its place index and the running change feed included. */
export async function createTestServices(
  database: Database,
  {
    now = () => new Date(),
    config,
    feedIntervalMs,
    ...deps
  }: Partial<Omit<ServiceDeps, "config">> & {
    config?: Partial<ServiceDeps["config"]>;
    /** Time between two reads of the change feed; the product's own if left out. */
    feedIntervalMs?: number;
  } = {},
): Promise<TestServices> {
  const since = await readHorizon(database);
  const placeIndex = await loadPlaceIndex(database);
  placeIndex.forecastSchedules(now());
  placeIndex.refreshOpenSchedules(now());
  const feed = followPlaceChanges({
    ...{ database, placeIndex, now, log: silentLog, since },
    ...(feedIntervalMs !== undefined && { intervalMs: feedIntervalMs }),
  });
  const services = createServices({
    config: { ...plainConfig, ...config },
    operating: unwatched(),
    provider: noIdentity,
    geo: createFallbackChain([createEmbeddedProvider()]),
    baseMap: () => ({ kind: "embedded" }),
    baseMapFile: null,
    streetTiles: new TileArchive("/nowhere/streets.pmtiles"),
    openData: noOpenData,
    database,
    placeIndex,
    feed,
    now,
    listImports: new ListImports({
      database,
      now,
      homeCountry: "HU",
      searchAddress: async () => null,
    }),
    fetchList: async () => null,
    ...notifiesNobody,
    ...deps,
  });
  return { services, placeIndex, feed, [Symbol.asyncDispose]: () => feed[Symbol.asyncDispose]() };
}
