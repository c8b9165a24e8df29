import { baseMapMaxUsefulZoom } from "#domain/map/base-map-source.ts";
import type { HoursLocale } from "#domain/opening/format-hours.ts";
import { quarterOf } from "#domain/place/published-opening.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { IdentityProvider } from "#server/accounts/identity.ts";
import { visitorPermissionsOf } from "#server/accounts/permission.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import { holdingTurn } from "#server/concurrency/concurrency-limiter.ts";
import type { Config } from "#server/config/config.ts";
import { plainHome, type SiteHome } from "#server/config/site-home.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import type { Database } from "#server/database/connect.ts";
import {
  readWithin,
  unlessUnavailable,
  withinWaitLimit,
} from "#server/database/database-errors.ts";
import { readOnlyReason } from "#server/database/open-database.ts";
import type { OpenData } from "#server/export/open-data.ts";
import type { Geo } from "#server/geo/geo.ts";
import type { QueueFarewell } from "#server/mail/account-mails.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { drawIcon, drawPreview } from "#server/map-picture/draw-preview.ts";
import { type Operating, readMetrics } from "#server/metrics/read-metrics.ts";
import { readStatus } from "#server/metrics/read-status.ts";
import { explainHours, type HoursQuery } from "#server/opening/explain-hours.ts";
import { findHoursError } from "#server/opening/validate-hours.ts";
import { ConsistencyTokens } from "#server/places/feed/consistency-tokens.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { PlaceCache } from "#server/places/place-cache.ts";
import { PlaceSets } from "#server/places/place-set.ts";
import { createStartView } from "#server/places/start-view.ts";
import { accountServices } from "./services/accounts.ts";
import { bind } from "./services/bind.ts";
import { editServices } from "./services/edits.ts";
import { feedbackServices } from "./services/feedback.ts";
import { geoServices } from "./services/geo.ts";
import { moderationServices } from "./services/moderation.ts";
import { placeServices } from "./services/places.ts";
import { createRateLimits } from "./services/rate-limits.ts";
import { reviewServices } from "./services/reviews.ts";
import { type SiteDeps, siteServices } from "./services/site.ts";

/** Use cases, bound to their adapters: the only access to them for the HTTP layer and the pages. */
export type Services = ReturnType<typeof createServices>;

/**
 * The use cases that a page may call without a rate limit: reads, and the
 * calls of the identity provider, which has limits of its own. All other writes are behind `openWritesContext`, so that
 * a page action has the write limit of the API (docs/product#rate-limits).
 */
export type PageServices = Pick<
  Services,
  | "now"
  | "identity"
  | "geo"
  | "consumeSearchLimit"
  | "explainHours"
  | "findHoursError"
  | "showLegalPage"
  | "streetTiles"
  | "unlessUnavailable"
> & {
  readonly places: Pick<
    Services["places"],
    | "listPlaces"
    | "findPlace"
    | "findDeletion"
    | "listLargestTowns"
    | "listTowns"
    | "readTown"
    | "countAddsLeft"
    | "findOthersNear"
  >;
  readonly reviews: Pick<Services["reviews"], "listReviews" | "findOwnReview" | "findReview">;
  readonly edits: Pick<
    Services["edits"],
    "findEditablePlace" | "findOwnProposal" | "readPlaceHistory"
  >;
  readonly accounts: Pick<
    Services["accounts"],
    | "findMailPreferences"
    | "listContributions"
    | "listSessions"
    | "findSecondFactor"
    | "lacksTerms"
    | "acceptTermsAtRegistration"
  >;
  readonly feedback: Pick<Services["feedback"], "findPendingReport" | "findPendingCorrection">;
  readonly operator: Pick<Services["operator"], "readStatus">;
  readonly openData: Pick<Services["openData"], "describe">;
  readonly moderation: Pick<
    Services["moderation"],
    "permissionFailure" | "seesAccounts" | "readQueue" | "countPending" | "findAccountByEmail"
  >;
};

/** Every use case, or the wait in seconds where the call is over the limit. */
export type OpenedWrites =
  | { readonly ok: true; readonly writes: Services }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface ServiceDeps {
  readonly config: SiteDeps["config"] &
    Pick<
      Config,
      "trustedProxies" | "administratorUserId" | "rateLimits" | "apiReadLimit" | "metricsAllow"
    >;
  readonly operating: Operating;
  readonly provider: IdentityProvider;
  readonly geo: Geo;
  readonly baseMap: SiteDeps["baseMap"];
  readonly baseMapFile: string | null;
  /** Path of the street map of the imported extracts, whether or not it exists. */
  readonly streetMapFile: string;
  readonly openData: Pick<OpenData, "describe" | "download">;
  /** Licence of the places that people add here; absent or null where none is known. */
  readonly ownLicence?: string | null;
  readonly siteLogo?: SiteLogo | null;
  /** The operator's area; default: Hungary. */
  readonly home?: SiteHome;
  /** Version of the terms for contributors; absent in tests without terms. */
  readonly termsVersion?: string;
  readonly showLegalPage?: SiteDeps["showLegalPage"];
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp" | "changes" | "subscribe">;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
  readonly queueFarewell?: QueueFarewell;
}

/** Maximum age of the place index; an older one is too stale for responses. */
const maxFeedAgeMs = 30_000;

/** Maximum age of the change feed with which responses and places are cached; it polls each second. */
const maxCacheAgeMs = 5_000;

/** Longest wait of a page or a form for all of its statements, in milliseconds, with that for a session. */
const pageWaits = { limitMs: 2_200, graceMs: 1_300 };

/** Places whose rows are cached, some 20 MB. */
const maxCachedPlaces = 12_000;

const minuteMs = 60 * 1000;

/** Binds every use case to its dependencies; each is documented in its own file. */
export function createServices(deps: ServiceDeps) {
  const { config, provider, baseMap, database, placeIndex, feed, now, notifyContributor } = deps;
  const { siteLogo = null, ownLicence = null, termsVersion = null } = deps;
  const { requestMetrics, usage } = deps.operating;
  const home = deps.home ?? { ...plainHome, startView: config.site.startView };
  const isStartViewSet = config.site.startView !== null || home.border !== null;
  const startView = isStartViewSet
    ? () => home.startView
    : createStartView({ placeIndex }, home.startView);
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let isReadOnly = false;
  /** Whether the feed has polled lately, and since the database was last unavailable. */
  const isInStep = () => {
    const ageMs = feed.ageMs();
    const failedAtMs = Math.max(missedAtMs, placeCache.failedAtMs);
    return ageMs <= maxCacheAgeMs && performance.now() - ageMs > failedAtMs;
  };
  const placeCache: PlaceCache = new PlaceCache({ maxPlaces: maxCachedPlaces, isInStep });
  let changedAtMs = performance.now();
  feed.subscribe((ids) => {
    changedAtMs = performance.now();
    placeCache.invalidate(ids);
  });
  const streetTiles = new TileArchive(deps.streetMapFile, baseMapMaxUsefulZoom);
  const readDeps = { ...deps, placeCache, streetTiles };
  const placeSets = new PlaceSets(readDeps, () =>
    isInStep() ? `${placeIndex.version}.${feed.changes}` : null,
  );
  const operating = {
    ...deps.operating,
    database,
    placeIndex,
    feed,
    sinceChangeMs: () => performance.now() - changedAtMs,
  };
  const consistencyTokens = new ConsistencyTokens(feed);
  const publish = (): Promise<void> => {
    consistencyTokens.recordWrite();
    return feed.catchUp();
  };
  const writeDeps = { database, placeIndex, now, notifyContributor, publish };
  const limits = createRateLimits({ config, database, requestMetrics });
  const visitorReports = { isAllowed: config.visitorReports, isLimited: config.rateLimits };
  const geo = geoServices({ geo: deps.geo, middle: home.middle, usage });
  let refreshedMinute = Number.NaN;
  const indexVersion = (): string => {
    const minute = Math.floor(now().getTime() / minuteMs);
    // The feed's timer may be delayed by a busy process.
    if (minute !== refreshedMinute) placeIndex.refreshOpenSchedules(now());
    refreshedMinute = minute;
    return `${placeIndex.version}.${placeIndex.openVersion}.${streetTiles.version()}`;
  };
  return {
    unlessUnavailable,
    now,
    ...siteServices({ ...deps, home, siteLogo, startView }),
    ...limits,
    /** Permissions that the configuration gives to visitors without a session. */
    visitorPermissions: visitorPermissionsOf(config),
    /** Trusted proxies in front of the server. */
    trustedProxies: config.trustedProxies,
    administratorUserId: config.administratorUserId,
    identity: provider.identity,
    consistencyTokens,
    /** Whether the database responds and the place index is in step with it. */
    isReady: async (): Promise<boolean> => {
      const state = await readDatabaseState(database);
      isReadOnly = state === "setting";
      // The address leads to another server by now, or will soon.
      if (state === "standby") deps.operating.pool.reconnect();
      if (state === "unavailable" || state === "standby") {
        missedAtMs = performance.now();
        return false;
      }
      // The feed backs off from an unavailable database, so it is polled when the database is available again.
      if (feed.ageMs() > maxFeedAgeMs) {
        await readWithin(readinessTimeoutMs, feed.catchUp()).catch(() => {});
      }
      return feed.ageMs() <= maxFeedAgeMs;
    },
    /** State of the database at the last {@link isReady}; empty where it takes writes. */
    databaseState: (): { readonly database?: "read_only" } =>
      isReadOnly ? { database: "read_only" } : {},
    /**
     * Version of all content that this server shows to visitors, in pages, lists, places, tiles and pictures: two
     * responses to one request with the same version are the same. Null where this process may be behind the database.
     *
     * Beside the places, it changes with their opening status, with the map, and each quarter of an hour, at which a
     * day ends somewhere (docs/decisions/052).
     */
    contentVersion: (): string | null => {
      if (!isInStep()) return null;
      const quarter = quarterOf(now().getTime()) / minuteMs;
      // An import or a removal of an extract changes the base map, and with it a page's policy.
      const map = baseMap();
      const mapName = map.kind === "street" ? map.url : map.kind;
      // Content may differ after a failed read of places: `failures`.
      return [indexVersion(), feed.changes, placeCache.failures, quarter, mapName].join(".");
    },
    /**
     * Version of all content that is made of the place index and the street map alone, whether or not this process may
     * be behind the database: of tiles and pictures of the map.
     */
    indexVersion,
    /** Whether this process has applied all changes lately. */
    isInStep,
    /** Runs the work of a page or a form, which waits for the database so long at most: then it is unavailable. */
    withinPageLimit: <Value>(work: () => Promise<Value>) => withinWaitLimit(pageWaits, work),
    holdingTurn,
    /** Metrics and status of this process, for the operator. */
    operator: {
      requestMetrics,
      usage,
      /** IP addresses that may read the metrics. */
      metricsAllow: config.metricsAllow,
      /** All metrics, in Prometheus' text format. */
      metrics: () => readMetrics(operating),
      /** Content of the status page, for the administrator. */
      ...bind({ ...operating, baseMap, now }, { readStatus }),
    },
    drawPreview,
    drawIcon,
    /** Downloads of all places, and their description. */
    openData: deps.openData,
    /** Path of the base map file that the server has; null without one. */
    baseMapFile: deps.baseMapFile,
    streetMapFile: deps.streetMapFile,
    streetTiles,
    worldTiles: new TileArchive(worldMapFile),
    /** Explanation of a text of opening hours, or its error. */
    explainHours: (query: HoursQuery, locale: HoursLocale) => explainHours(query, now(), locale),
    findHoursError,
    geo,
    places: placeServices({ readDeps, writeDeps, placeSets, ownLicence }),
    reviews: reviewServices({
      ...{ readDeps, writeDeps, visitorReports },
      sendsMails: deps.operating.config.smtpUrl !== null,
    }),
    edits: editServices(writeDeps),
    feedback: feedbackServices({ writeDeps, geo, visitorReports }),
    accounts: accountServices({
      ...{ provider, writeDeps, timeZone: home.timeZone, termsVersion },
      queueFarewell: deps.queueFarewell,
    }),
    moderation: moderationServices(writeDeps),
  };
}

/** Longest wait of a readiness check, in milliseconds. */
const readinessTimeoutMs = 2_000;

/** Reason why the database accepts no writes; null where it does. A standby may lag by any time. */
async function readDatabaseState(
  database: Database,
): Promise<"standby" | "setting" | "unavailable" | null> {
  try {
    return await readWithin(readinessTimeoutMs, readOnlyReason(database));
  } catch {
    return "unavailable";
  }
}
