import type { Report } from "#domain/feedback/report.ts";
import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import type { Speech } from "#domain/opening/hours-in-words.ts";
import type { NewPlace, NewPlaceCheck } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
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
  browserReportLimit,
  createReadingLimits,
  MemoryLimit,
  readingLimitName,
  type TakenCall,
} from "#server/accounts/memory-limit.ts";
import { holds, permissionFailure, visitorRightsOf } from "#server/accounts/permission.ts";
import {
  type Limiter,
  limitCalls,
  type RetryAfterSeconds,
  rateLimits,
} from "#server/accounts/rate-limit.ts";
import { findSecondFactor, needsRecentSignIn } from "#server/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#server/accounts/sessions.ts";
import { type Caller, identifyViewer, type Viewer } from "#server/accounts/viewer.ts";
import type { Config } from "#server/config/config.ts";
import type { LegalPage, ShownLegalPage } from "#server/config/legal-texts.ts";
import { plainHome, type SiteHome } from "#server/config/site-home.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import type { Database } from "#server/database/connect.ts";
import { readWithin, unlessAway } from "#server/database/database-errors.ts";
import { readOnlyReason } from "#server/database/open-database.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import type { ReadServers, ServerStates } from "#server/database/read-servers.ts";
import { editPlace, findEditablePlace, setPlacePosition } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import { decideProposal, findOwnProposal, withdrawProposal } from "#server/edits/proposals.ts";
import { listNewestPlaces } from "#server/export/newest-places.ts";
import type { OpenData } from "#server/export/open-data.ts";
import { listPlaceChanges } from "#server/export/place-changes.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import {
  findWaitingCorrection,
  resolveCorrection,
  sendCorrection,
} from "#server/feedback/corrections.ts";
import { findWaitingReport, reportPlace, resolveReport } from "#server/feedback/reports.ts";
import { confirmAsVisitor, reportAsVisitor } from "#server/feedback/visitor-feedback.ts";
import { type Operating, readMetrics } from "#server/figures/read-metrics.ts";
import { readStatus } from "#server/figures/read-status.ts";
import type { Geo, GeoSearchOptions } from "#server/geo/geo.ts";
import type { TellContributor } from "#server/mail/mails-to-contributors.ts";
import { drawPreview, drawSign } from "#server/map-picture/draw-preview.ts";
import { StreetTiles } from "#server/map-picture/street-tiles.ts";
import { acceptPlaces, undoAcceptance } from "#server/moderation/accept-places.ts";
import {
  findAccountByEmail,
  setAccountDisabled,
  setModerator,
} from "#server/moderation/accounts.ts";
import { openPlaces } from "#server/moderation/closed-places.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { readModerationQueue } from "#server/moderation/read-moderation-queue.ts";
import { removeSent } from "#server/moderation/remove-sent.ts";
import { countWaiting } from "#server/moderation/waiting-places.ts";
import { explainHours, type HoursQuestion } from "#server/opening/explain-hours.ts";
import { findHoursFault } from "#server/opening/validate-hours.ts";
import {
  addPlace,
  checkAndAddPlace,
  countAddsLeft,
  findAddObstacle,
} from "#server/places/add-place.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { WriteMarks } from "#server/places/feed/write-marks.ts";
import { findDeletion, findPlace } from "#server/places/find-place.ts";
import { findSimilarPlaces } from "#server/places/find-similar-places.ts";
import { findNearestPlaces, findOthersNear, listPlaces } from "#server/places/list-places.ts";
import { PlaceMemory } from "#server/places/place-memory.ts";
import { PlaceSets } from "#server/places/place-set.ts";
import { placesInView } from "#server/places/places-in-view.ts";
import { listLargestTowns, listTownNames, listTowns, readTown } from "#server/places/towns.ts";
import { listIdParts, listVisibleIds } from "#server/places/visible-ids.ts";
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
import type { Turn } from "#server/turns/turn-queue.ts";

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
  | "takeAddressSearch"
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
  readonly feedback: Pick<Services["feedback"], "findWaitingReport" | "findWaitingCorrection">;
  readonly operator: Pick<Services["operator"], "readStatus">;
  readonly openData: Pick<Services["openData"], "describe">;
  readonly moderation: Pick<
    Services["moderation"],
    "permissionFailure" | "seesAccounts" | "readQueue" | "countWaiting" | "findAccountByEmail"
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
  /** Database for reads: what it answers is as new as the place index, or newer. */
  readonly database: Database;
  /** Database for writes; the same as `database` without a replica. */
  readonly primary: Database;
  /** Both servers behind `database`; null or left out without a replica. */
  readonly servers?: Pick<ReadServers, "states" | "hasReplica" | "onBehind"> | null;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp" | "changes" | "subscribe">;
  readonly now: () => Date;
  readonly tellContributor: TellContributor;
}

/** Maximum age of the place index; an older one is too far behind the database to answer from. */
const maxFeedAgeMs = 30_000;

/** Maximum age of what pages and places are kept by; the feed looks each second. */
const maxKeptAgeMs = 5_000;

/** Places of which all that is known is kept, some 20 MB. */
const keptPlaces = 12_000;

const minuteMs = 60 * 1000;

/** Binds every use case to its dependencies; its own file describes it. */
export function createServices(deps: ServiceDeps) {
  const { config, provider, geo, baseMap, primary, servers = null, placeIndex, feed, now } = deps;
  const { identity } = provider;
  const { tellContributor } = deps;
  const home = deps.home ?? { ...plainHome, startView: config.site.startView };
  const writing = { database: primary, placeIndex, now, tellContributor };
  const { figures, usage } = deps.operating;
  const limiter: Limiter = {
    database: primary,
    isOn: config.rateLimits,
    onRefused: (limitName) => figures.noteRefused(limitName),
  };
  const browserReports = new MemoryLimit(browserReportLimit);
  const readings =
    config.rateLimits && config.apiReadLimit > 0 ? createReadingLimits(config.apiReadLimit) : null;
  const hearing = { ...writing, isLimited: config.rateLimits };
  /** Whether a viewer confirms and reports without an account; one whose session is unread may have one. */
  const isHeardVisitor = ({ userId, isUnread }: Viewer) =>
    userId === null && !isUnread && config.visitorReports;
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let isReadOnly = false;
  /** Whether the feed has looked lately, and since the database was last missed. */
  const isInStep = () => {
    const ageMs = feed.ageMs();
    const failedAtMs = Math.max(missedAtMs, placeMemory.failedAtMs);
    return ageMs <= maxKeptAgeMs && performance.now() - ageMs > failedAtMs;
  };
  const placeMemory: PlaceMemory = new PlaceMemory({ keptPlaces, isInStep });
  let changedAtMs = performance.now();
  feed.subscribe((ids) => {
    changedAtMs = performance.now();
    placeMemory.noteChanged(ids);
  });
  servers?.onBehind(() => placeMemory.noteBehind());
  const streetTiles = new StreetTiles(deps.streetMapFile);
  const reading = { ...deps, placeMemory, streetTiles };
  const placeSets = new PlaceSets(reading, () =>
    isInStep() ? `${placeIndex.version}.${feed.changes}` : null,
  );
  const operating = {
    ...deps.operating,
    primary,
    servers,
    placeIndex,
    feed,
    sinceChangeMs: () => performance.now() - changedAtMs,
  };
  const writeMarks = new WriteMarks(feed);
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
    writeMarks.note();
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
  /** One call counts once, however many parts of the server ask. */
  const counted = new WeakMap<Caller, Promise<RetryAfterSeconds>>();
  const takeWrite = (caller: Caller, viewer: Viewer): Promise<RetryAfterSeconds> => {
    const count = counted.get(caller) ?? limitCalls(limiter, rateLimits.write, { caller, viewer });
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
    visitorRights: visitorRightsOf(config),
    now,
    /**
     * Whether the database answers and the place index is in step with it; or, while the primary is away,
     * whether its replica answers.
     */
    isReady: async (): Promise<boolean> => {
      const state = await databaseState(primary);
      isReadOnly = state === "read_only";
      if (state === "away") {
        if (servers?.hasReplica) return true;
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
    writeMarks,
    /** State of the primary and its replica, if there is one, at the last {@link isReady}. */
    serverStates: (): Partial<ServerStates> & { readonly database?: "read_only" } => ({
      ...servers?.states,
      ...(isReadOnly && { database: "read_only" }),
    }),
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
      return [indexVersion(), feed.changes, placeMemory.failures, quarter, mapName].join(".");
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
    drawSign,
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
     * Counts a call that changes something; the wait where it is over the limit
     * (docs/product#rate-limits).
     */
    takeWrite,
    /** Counts an address search; the wait where it is over the limit (docs/product#rate-limits). */
    takeAddressSearch: (caller: Caller, viewer: Viewer) =>
      // The search itself needs no database, and its own limits hold for each outside service.
      unlessAway(limitCalls(limiter, rateLimits.addressSearch, { caller, viewer })),
    /** Counts the reading of a text of opening hours; the wait where it is over the limit. */
    takeHoursReading: (caller: Caller, viewer: Viewer) =>
      unlessAway(limitCalls(limiter, rateLimits.hoursReading, { caller, viewer })),
    /** Counts a report of a browser; the wait where it is over a limit (docs/product#errors-in-browsers). */
    takeBrowserReport: ({ clientAddress }: Pick<Caller, "clientAddress">): RetryAfterSeconds => {
      const retryAfterSeconds = config.rateLimits ? browserReports.take(clientAddress) : null;
      if (retryAfterSeconds !== null) figures.noteRefused(browserReportLimit.name);
      return retryAfterSeconds;
    },
    /** Counts a call that reads; null where readings are not limited (docs/product#rate-limits). */
    takeReading: (asked: {
      readonly clientAddress: string;
      readonly isOwnPage: boolean;
    }): TakenCall | null => {
      if (readings === null) return null;
      const limit = asked.isOwnPage ? readings.ofOwnPages : readings.ofPrograms;
      const taken = limit.count(asked.clientAddress);
      if (taken.isRefused) figures.noteRefused(readingLimitName);
      return taken;
    },
    /** What a text of opening hours means, or what is wrong with it. */
    explainHours: (question: HoursQuestion, speech: Speech) =>
      explainHours(question, now(), speech),
    findHoursFault,

    places: {
      ...bind(reading, {
        listPlaces,
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
      readPlaceSet: (bbox: BoundingBox, turn: Turn) => placeSets.read(bbox, turn),
      ...bind(
        { database: deps.database, primary, ownLicence: deps.ownLicence ?? null },
        { listPlaceChanges },
      ),
      /** One place. One that the replica lacks may just have been added through another server. */
      findPlace: async (id: number, viewer: Viewer): Promise<Place | null> => {
        const place = await findPlace(reading, id, viewer);
        if (place !== null || servers === null) return place;
        return unlessAway(findPlace({ ...reading, database: primary }, id, viewer));
      },
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
              takeWrite: () => takeWrite(caller, viewer),
              findObstacle: (place) => findAddObstacle(primary, place, viewer),
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
      ...bind(writing, { findWaitingReport, findWaitingCorrection, resolveCorrection }),
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
        { database: primary, termsVersion: deps.termsVersion ?? null },
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
      seesAccounts: (viewer: Viewer) => holds(viewer, "disableAccount"),
      ...bind(writing, {
        readQueue: readModerationQueue,
        countWaiting,
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

async function databaseState(database: Database): Promise<"writable" | "read_only" | "away"> {
  try {
    const reason = await readWithin(readinessTimeoutMs, readOnlyReason(database));
    return reason === null ? "writable" : "read_only";
  } catch {
    return "away";
  }
}
