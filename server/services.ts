import type { Report } from "#domain/feedback/report.ts";
import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import type { Speech } from "#domain/opening/hours-in-words.ts";
import type { NewPlace, NewPlaceCheck } from "#domain/place/new-place.ts";
import { filteringOf, type PlaceFiltering } from "#domain/place/place-filters.ts";
import { quarterOf } from "#domain/place/published-opening.ts";
import { similarPlaceRadiusMeters } from "#domain/place/similar-places.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { languageOfCountry } from "#domain/text/language.ts";
import {
  acceptTerms,
  acceptTermsAtRegistration,
  lacksTerms,
} from "#server/accounts/accepted-terms.ts";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { exportAccount } from "#server/accounts/export-account.ts";
import type { IdentityProvider } from "#server/accounts/identity.ts";
import { listContributions } from "#server/accounts/list-contributions.ts";
import { findMailWishes, setMailWishes } from "#server/accounts/mail-wishes.ts";
import {
  hasPermission,
  permissionFailure,
  visitorPermissionsOf,
} from "#server/accounts/permission.ts";
import { findSecondFactor, needsRecentSignIn } from "#server/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#server/accounts/sessions.ts";
import { type Caller, identifyViewer, type Viewer } from "#server/accounts/viewer.ts";
import type { TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import type { Config } from "#server/config/config.ts";
import type { LegalPage, ShownLegalPage } from "#server/config/legal-texts.ts";
import { plainHome, type SiteHome } from "#server/config/site-home.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import type { Database } from "#server/database/connect.ts";
import { readWithin, unlessAway } from "#server/database/database-errors.ts";
import { readOnlyReason } from "#server/database/open-database.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { editPlace, findEditablePlace, setPlacePosition } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import { decideProposal, findOwnProposal, withdrawProposal } from "#server/edits/proposals.ts";
import { listNewestPlaces } from "#server/export/newest-places.ts";
import type { OpenData } from "#server/export/open-data.ts";
import { listPlaceChanges } from "#server/export/place-changes.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import {
  findPendingCorrection,
  resolveCorrection,
  sendCorrection,
} from "#server/feedback/corrections.ts";
import { findPendingReport, reportPlace, resolveReport } from "#server/feedback/reports.ts";
import { confirmAsVisitor, reportAsVisitor } from "#server/feedback/visitor-feedback.ts";
import { type Operating, readMetrics } from "#server/figures/read-metrics.ts";
import { readStatus } from "#server/figures/read-status.ts";
import type { Geo, GeoSearchOptions } from "#server/geo/geo.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { drawIcon, drawPreview } from "#server/map-picture/draw-preview.ts";
import { StreetTiles } from "#server/map-picture/street-tiles.ts";
import { acceptPlaces, undoAcceptance } from "#server/moderation/accept-places.ts";
import {
  findAccountByEmail,
  setAccountDisabled,
  setModerator,
} from "#server/moderation/accounts.ts";
import { openPlaces } from "#server/moderation/closed-places.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { countPending } from "#server/moderation/pending-places.ts";
import { readModerationQueue } from "#server/moderation/read-moderation-queue.ts";
import { removeSent } from "#server/moderation/remove-sent.ts";
import { explainHours, type HoursQuestion } from "#server/opening/explain-hours.ts";
import { findHoursFault } from "#server/opening/validate-hours.ts";
import {
  addPlace,
  checkAndAddPlace,
  countAddsLeft,
  findAddObstacle,
} from "#server/places/add-place.ts";
import { ConsistencyTokens } from "#server/places/feed/consistency-tokens.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { findDeletion, findPlace } from "#server/places/find-place.ts";
import { findSimilarPlaces } from "#server/places/find-similar-places.ts";
import { findNearestPlaces, findOthersNear, listPlaces } from "#server/places/list-places.ts";
import { PlaceCache } from "#server/places/place-cache.ts";
import { PlaceSets } from "#server/places/place-set.ts";
import { placesInView } from "#server/places/places-in-view.ts";
import { listLargestTowns, listTownNames, listTowns, readTown } from "#server/places/towns.ts";
import { listIdParts, listVisibleIds } from "#server/places/visible-ids.ts";
import {
  browserReportLimit,
  createReadLimiters,
  MemoryRateLimiter,
  type RateLimitResult,
  readLimitName,
} from "#server/rate-limits/memory-rate-limiter.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimiter,
  type RetryAfterSeconds,
  rateLimits,
} from "#server/rate-limits/rate-limiter.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import {
  findReview,
  type ReviewAddress,
  reportReview,
  reportReviewAsVisitor,
  settleReview,
} from "#server/reviews/review-reports.ts";
import {
  deleteOwnReview,
  deleteReview,
  findOwnReview,
  putReview,
} from "#server/reviews/reviews.ts";

/**
 * Use cases, bound to their adapters: the only way by which the HTTP layer and the pages reach
 * them.
 */
export type Services = ReturnType<typeof createServices>;

/**
 * The use cases that a page reaches without being counted: those that read, those that count their calls
 * themselves, and the calls of the identity provider, which has limits of its own. Whatever else changes
 * something is behind `openWritesContext`, so that a page action has the limit of writes of the API
 * (docs/product#rate-limits).
 */
export type PageServices = Pick<
  Services,
  | "now"
  | "identity"
  | "geo"
  | "consumeSearchLimit"
  | "explainHours"
  | "findHoursFault"
  | "showLegalPage"
  | "streetTiles"
  | "unlessAway"
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
    | "checkAndAddPlace"
    | "findOthersNear"
  >;
  readonly reviews: Pick<Services["reviews"], "listReviews" | "findOwnReview" | "findReview">;
  readonly edits: Pick<
    Services["edits"],
    "findEditablePlace" | "findOwnProposal" | "readPlaceHistory"
  >;
  readonly accounts: Pick<
    Services["accounts"],
    | "findMailWishes"
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

/** Every use case, or the wait in seconds where the call is one too many. */
export type OpenedWrites =
  | { readonly ok: true; readonly writes: Services }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface ServiceDeps {
  readonly config: Pick<
    Config,
    | "publicUrl"
    | "contactEmail"
    | "site"
    | "trustedProxies"
    | "administratorUserId"
    | "rateLimits"
    | "apiReadLimit"
    | "visitorDirections"
    | "visitorReports"
    | "browserErrors"
    | "webVitals"
    | "embedOrigins"
    | "offline"
    | "metricsAllow"
  >;
  readonly operating: Operating;
  readonly provider: IdentityProvider;
  readonly geo: Geo;
  /** The base map in force now. */
  readonly baseMap: () => BaseMapSource;
  readonly baseMapFile: string | null;
  /** Path of the street map of the imported extracts, whether or not it is there. */
  readonly streetMapFile: string;
  readonly openData: Pick<OpenData, "describe" | "download">;
  /** Licence of the places that people add here; left out or null where none is known. */
  readonly ownLicence?: string | null;
  readonly siteLogo?: SiteLogo | null;
  /** Where the operator's visitors are; left out where that is Hungary. */
  readonly home?: SiteHome;
  /** Version of the terms for contributors; left out where a test has none. */
  readonly termsVersion?: string;
  /** The legal pages of a language; left out where a test shows none. */
  readonly showLegalPage?: (shown: ShownLegalPage) => LegalPage;
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp" | "changes" | "subscribe">;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
}

/** Maximum age of the place index; an older one is too far behind the database to answer from. */
const maxFeedAgeMs = 30_000;

/** Maximum age of the change feed with which responses and places are cached; it polls each second. */
const maxCacheAgeMs = 5_000;

/** Places whose rows are cached, some 20 MB. */
const maxCachedPlaces = 12_000;

const minuteMs = 60 * 1000;

/** Binds every use case to its dependencies; its own file describes it. */
export function createServices(deps: ServiceDeps) {
  const { config, provider, geo, baseMap, database, placeIndex, feed, now } = deps;
  const { identity } = provider;
  const { notifyContributor } = deps;
  const home = deps.home ?? { ...plainHome, startView: config.site.startView };
  const writing = { database, placeIndex, now, notifyContributor };
  const { figures, usage } = deps.operating;
  const limiter: RateLimiter = {
    database,
    isOn: config.rateLimits,
    onRefused: (limitName) => figures.noteRefused(limitName),
  };
  const browserReports = new MemoryRateLimiter(browserReportLimit);
  const readLimiters =
    config.rateLimits && config.apiReadLimit > 0 ? createReadLimiters(config.apiReadLimit) : null;
  const hearing = { ...writing, isLimited: config.rateLimits };
  /** Whether a viewer confirms and reports without an account; one whose session is unread may have one. */
  const isHeardVisitor = ({ userId, isUnread }: Viewer) =>
    userId === null && !isUnread && config.visitorReports;
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let isReadOnly = false;
  /** Whether the feed has looked lately, and since the database was last missed. */
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
  const streetTiles = new StreetTiles(deps.streetMapFile);
  const reading = { ...deps, placeCache, streetTiles };
  const placeSets = new PlaceSets(reading, () =>
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
  /** Bound writes that resolve once the place index of this process has the change. */
  const catchingUp = <Cases extends Writes>(cases: Cases): Cases => {
    const entries = Object.entries(cases).map(([name, write]) => {
      const writeAndCatchUp = async (...asked: never[]) => {
        const result = await write(...asked);
        if (result.ok) await showToAll();
        return result;
      };
      return [name, writeAndCatchUp];
    });
    return Object.fromEntries(entries);
  };
  const showToAll = (): Promise<void> => {
    consistencyTokens.noteWrite();
    return feed.catchUp();
  };
  let refreshedMinute = Number.NaN;
  const indexVersion = (): string => {
    const minute = Math.floor(now().getTime() / minuteMs);
    // The feed's timer may be late by what keeps the process busy.
    if (minute !== refreshedMinute) placeIndex.refreshOpenSchedules(now());
    refreshedMinute = minute;
    return `${placeIndex.version}.${placeIndex.openVersion}.${streetTiles.version()}`;
  };
  /** A search that names no point looks near the operator's (docs/product#border). */
  const nearHome = (options: GeoSearchOptions): GeoSearchOptions => ({
    ...options,
    near: options.near ?? home.middle,
  });
  const consumeLimit = (limit: RateLimit, { clientAddress }: Caller, { userId }: Viewer) =>
    consumeRateLimit(limiter, limit, { clientAddress, userId });
  /** A request counts once, however many parts of the server ask. */
  const counted = new WeakMap<Caller, Promise<RetryAfterSeconds>>();
  const consumeWriteLimit = (caller: Caller, viewer: Viewer): Promise<RetryAfterSeconds> => {
    const count = counted.get(caller) ?? consumeLimit(rateLimits.write, caller, viewer);
    counted.set(caller, count);
    return count;
  };
  return {
    unlessAway,

    /** Configuration that requests are answered with. */
    publicConfig: {
      publicUrl: config.publicUrl,
      contactEmail: config.contactEmail,
      site: {
        ...config.site,
        language: languageOfCountry(home.country),
        logo: logoAddressOf(deps.siteLogo ?? null),
        startView: home.startView,
      },
      home: {
        country: home.country,
        timeZone: home.timeZone,
        ...(home.border && { border: home.border.address }),
      },
      visitorDirections: config.visitorDirections,
      visitorReports: config.visitorReports,
      browserErrors: config.browserErrors,
      webVitals: config.webVitals,
      embedOrigins: config.embedOrigins,
      offline: config.offline,
      get baseMap() {
        return baseMap();
      },
    },
    /** Rights that the configuration gives to visitors without a session. */
    visitorRights: visitorPermissionsOf(config),
    now,
    /** Whether the database answers and the place index is in step with it. */
    isReady: async (): Promise<boolean> => {
      const state = await readDatabaseState(database);
      isReadOnly = state === "setting";
      // The address leads to another server by now, or will soon.
      if (state === "standby") deps.operating.pool.reconnect();
      if (state === "away" || state === "standby") {
        missedAtMs = performance.now();
        return false;
      }
      // The feed reads ever less often from a database that is away, so it is told when the
      // database is back.
      if (feed.ageMs() > maxFeedAgeMs) {
        await readWithin(readinessTimeoutMs, feed.catchUp()).catch(() => {});
      }
      return feed.ageMs() <= maxFeedAgeMs;
    },
    consistencyTokens,
    /** State of the database at the last {@link isReady}; empty where it takes writes. */
    databaseState: (): { readonly database?: "read_only" } =>
      isReadOnly ? { database: "read_only" } : {},
    /**
     * Version of all that this server shows to visitors, in pages, lists, places, tiles and pictures: two
     * responses to one request with the same version are the same. Null where this process may be behind the
     * database.
     *
     * Beside the places, it changes with their opening status, with the map, and each quarter of an hour, at which
     * a day ends somewhere (docs/decisions/052).
     */
    contentVersion: (): string | null => {
      if (!isInStep()) return null;
      const quarter = quarterOf(now().getTime()) / minuteMs;
      // An import or a removal of an extract changes the base map, and with it a page's policy.
      const map = baseMap();
      const mapName = map.kind === "street" ? map.url : map.kind;
      // What was made while places could not be read is not what was there before: `failures`.
      return [indexVersion(), feed.changes, placeCache.failures, quarter, mapName].join(".");
    },
    /**
     * Version of all that is made of the place index and the street map alone, whether or not this process may be
     * behind the database: of tiles and pictures of the map.
     */
    indexVersion,
    /** Whether this process has heard of all changes lately. */
    isInStep,
    /** What the operator is told of this process. */
    operator: {
      figures,
      usage,
      /** Callers who may read the figures. */
      metricsAllow: config.metricsAllow,
      /** All figures, as Prometheus reads them. */
      metrics: () => readMetrics(operating),
      /** What the status page shows, for the administrator. */
      ...bind({ ...operating, baseMap, now }, { readStatus }),
    },
    /** A legal page, as the settings have it (docs/product#legal-pages). */
    showLegalPage: (shown: ShownLegalPage): LegalPage => {
      if (!deps.showLegalPage) throw new Error("there are no legal texts");
      return deps.showLegalPage(shown);
    },
    /** Border of the operator's area; null without one. */
    siteBorder: home.border,
    /** Logo of the operator; null without one. */
    siteLogo: deps.siteLogo ?? null,
    drawPreview,
    drawIcon,
    /** Downloads of all places, and what is known of them. */
    openData: deps.openData,
    /** Path of the base map file that the server has; null without one. */
    baseMapFile: deps.baseMapFile,
    streetMapFile: deps.streetMapFile,
    streetTiles,
    /** Number of the operator's proxies in front of the server. */
    trustedProxies: config.trustedProxies,
    identity,
    /** Address search, reverse lookup and directions, from the best level that answers. */
    geo: {
      ...geo,
      suggest: async (text, options) => {
        const answer = await geo.suggest(text, nearHome(options));
        if (answer.ok && answer.value.length === 0) usage.noteEmptySearch(options.sessionToken);
        return answer;
      },
      search: (text, options) => geo.search(text, nearHome(options)),
    } satisfies Geo,
    /**
     * Counts a state-changing request; the seconds to wait where it is over the limit
     * (docs/product#rate-limits).
     */
    consumeWriteLimit,
    /** The same for an address search. */
    consumeSearchLimit: (caller: Caller, viewer: Viewer) =>
      // The search itself needs no database, and its own limits hold for each outside service.
      unlessAway(consumeLimit(rateLimits.addressSearch, caller, viewer)),
    /** The same for a text of opening hours. */
    consumeHoursLimit: (caller: Caller, viewer: Viewer) =>
      unlessAway(consumeLimit(rateLimits.hoursReading, caller, viewer)),
    /** The same for a report of a browser (docs/product#errors-in-browsers). */
    consumeReportLimit: ({ clientAddress }: Pick<Caller, "clientAddress">): RetryAfterSeconds => {
      if (!config.rateLimits) return null;
      const { isRefused, resetSeconds } = browserReports.consume(clientAddress);
      if (isRefused) figures.noteRefused(browserReportLimit.name);
      return isRefused ? resetSeconds : null;
    },
    /** Counts a read request; null where these are not limited (docs/product#rate-limits). */
    consumeReadLimit: (asked: {
      readonly clientAddress: string;
      readonly isOwnPage: boolean;
    }): RateLimitResult | null => {
      if (readLimiters === null) return null;
      const limiter = asked.isOwnPage ? readLimiters.ofOwnPages : readLimiters.ofPrograms;
      const result = limiter.consume(asked.clientAddress);
      if (result.isRefused) figures.noteRefused(readLimitName);
      return result;
    },
    /** What a text of opening hours means, or what is wrong with it. */
    explainHours: (question: HoursQuestion, speech: Speech) =>
      explainHours(question, now(), speech),
    findHoursFault,

    places: {
      ...bind(reading, {
        listPlaces,
        findPlace,
        findNearestPlaces,
        findOthersNear,
        findSimilarPlaces,
        placesInView,
        findDeletion,
        listLargestTowns,
        listTowns,
        listTownNames,
        readTown,
        listIdParts,
        listVisibleIds,
        listNewestPlaces,
      }),
      /** The places of a box, for a browser that keeps them; null where they are too many. */
      readPlaceSet: (bbox: BoundingBox, options: TaskOptions) => placeSets.read(bbox, options),
      ...bind({ database, ownLicence: deps.ownLicence ?? null }, { listPlaceChanges }),
      placeTile: (
        { z, x, y }: { z: number; x: number; y: number },
        filtering: PlaceFiltering,
        viewer: Viewer,
      ) => placeIndex.tile(z, x, y, { ...filteringOf(filtering), ...visibleTo(viewer) }),
      ...bind(writing, { countAddsLeft }),
      ...catchingUp({
        checkAndAddPlace: (
          request: { place: NewPlace; check: NewPlaceCheck },
          viewer: Viewer,
          caller: Caller,
        ) =>
          checkAndAddPlace(
            {
              consumeWriteLimit: () => consumeWriteLimit(caller, viewer),
              findObstacle: (place) => findAddObstacle(database, place, viewer),
              findSimilarPlaces: (origin) =>
                findSimilarPlaces(deps, { origin, radiusMeters: similarPlaceRadiusMeters }, viewer),
              addPlace: (place) => addPlace(writing, place, viewer),
            },
            request,
          ),
      }),
    },

    reviews: {
      ...bind(reading, { listReviews }),
      ...bind(writing, { findOwnReview, findReview }),
      ...catchingUp(bind(writing, { putReview, deleteOwnReview, deleteReview, settleReview })),
      reportReview: (
        address: ReviewAddress,
        report: ReviewReport,
        viewer: Viewer,
        caller: Pick<Caller, "clientAddress">,
      ) =>
        isHeardVisitor(viewer)
          ? reportReviewAsVisitor(hearing, { ...address, caller }, report)
          : reportReview(writing, address, report, viewer),
    },

    /** Changes of what is said of a place, and what became of them. */
    edits: {
      ...bind(writing, {
        findEditablePlace,
        findOwnProposal,
        readPlaceHistory,
        withdrawProposal,
        emptyEdit,
      }),
      ...catchingUp(bind(writing, { editPlace, takeBackEdit, decideProposal })),
    },

    /** What visitors say of a place beside reviews, and how the administrator settles it. */
    feedback: {
      ...catchingUp({
        confirmPlace: (placeId: number, viewer: Viewer, caller: Pick<Caller, "clientAddress">) =>
          isHeardVisitor(viewer)
            ? confirmAsVisitor(hearing, { placeId, caller })
            : confirmPlace(writing, placeId, viewer),
        reportPlace: (
          placeId: number,
          report: Report,
          viewer: Viewer,
          caller: Pick<Caller, "clientAddress">,
        ) =>
          isHeardVisitor(viewer)
            ? reportAsVisitor(hearing, { placeId, caller }, report)
            : reportPlace(writing, placeId, report, viewer),
        ...bind(writing, { resolveReport }),
      }),
      ...bind(writing, { findPendingReport, findPendingCorrection, resolveCorrection }),
      ...bind({ ...writing, forward: geo.correct }, { sendCorrection }),
    },

    accounts: {
      /** Answers a request below `/api/auth`. */
      answerAuthCall: provider.answerCall,
      ...bind({ identity, config }, { identifyViewer }),
      ...bind(writing, { exportAccount, listContributions }),
      ...bind({ ...writing, timeZone: home.timeZone }, { findMailWishes, setMailWishes }),
      ...bind(writing, { listSessions, endSession, endOtherSessions, findSecondFactor }),
      ...bind(
        { database, termsVersion: deps.termsVersion ?? null },
        { lacksTerms, acceptTerms, acceptTermsAtRegistration },
      ),
      /** Whether the viewer must sign in once more to delete the account. */
      needsRecentSignIn: ({ userId, sessionId }: Viewer): Promise<boolean> =>
        userId === null || sessionId === undefined
          ? Promise.resolve(false)
          : needsRecentSignIn(writing, { accountId: userId, sessionId }),
      /** Deletes an account, with its reviews; see `deleteAccount`. */
      deleteAccount: async (accountId: string): Promise<boolean> => {
        const isDeleted = await deleteAccount(writing, accountId);
        if (isDeleted) await showToAll();
        return isDeleted;
      },
    },

    /** The staff's use cases. */
    moderation: {
      /** Reason why the viewer may not moderate; null where the viewer may. */
      permissionFailure: (viewer: Viewer) => permissionFailure(viewer, "moderate"),
      /** Whether the viewer has the list of accounts too. */
      seesAccounts: (viewer: Viewer) => hasPermission(viewer, "disableAccount"),
      ...bind(writing, {
        readQueue: readModerationQueue,
        countPending,
        findAccountByEmail,
        setAccountDisabled,
        setModerator,
      }),
      ...catchingUp(
        bind(writing, {
          ...{ acceptPlaces, undoAcceptance, openPlaces, deletePlace, restorePlace },
          ...{ setPlacePosition, removeSent },
        }),
      ),
    },
  };
}

/** Address of the operator's logo, on our own server. */
function logoAddressOf(logo: SiteLogo | null): string | null {
  if (logo === null) return null;
  return logo.type === "image/png" ? "/logo.png" : "/logo.svg";
}

type UseCases<Deps> = Readonly<Record<string, (deps: Deps, ...asked: never[]) => unknown>>;

type Bound<Cases> = {
  readonly [Name in keyof Cases]: Cases[Name] extends (
    deps: never,
    ...asked: infer Asked
  ) => infer Result
    ? (...asked: Asked) => Result
    : never;
};

/** The use cases with their first parameter filled in. */
function bind<Deps, Cases extends UseCases<Deps>>(deps: Deps, cases: Cases): Bound<Cases> {
  return Object.fromEntries(
    Object.entries(cases).map(([name, useCase]) => [name, useCase.bind(null, deps)]),
  ) as Bound<Cases>;
}

type Writes = Readonly<Record<string, (...asked: never[]) => Promise<{ readonly ok: boolean }>>>;

/** Longest wait of a readiness check, in milliseconds. */
const readinessTimeoutMs = 2_000;

/** What keeps the database from taking writes; null where nothing does. A standby may lag by any time. */
async function readDatabaseState(
  database: Database,
): Promise<"standby" | "setting" | "away" | null> {
  try {
    return await readWithin(readinessTimeoutMs, readOnlyReason(database));
  } catch {
    return "away";
  }
}
