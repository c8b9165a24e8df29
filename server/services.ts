import type { Report } from "#domain/feedback/report.ts";
import type { ReviewReport } from "#domain/feedback/review-report.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { BaseMapSource, MapAttribution } from "#domain/map/base-map-source.ts";
import type { HoursLocale } from "#domain/opening/format-hours.ts";
import { instantOf, type WallTime } from "#domain/opening/instant.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { fallbackLanguage, type Language } from "#domain/text/language.ts";
import {
  acceptTerms,
  acceptTermsAtRegistration,
  lacksTerms,
} from "#server/accounts/accepted-terms.ts";
import type { IdentityProvider } from "#server/accounts/better-auth/better-auth-identity.ts";
import { listContributions } from "#server/accounts/list-contributions.ts";
import { findMailPreferences, setMailPreferences } from "#server/accounts/mail-preferences.ts";
import {
  hasPermission,
  permissionFailure,
  visitorPermissionsOf,
} from "#server/accounts/permission.ts";
import { findSecondFactor, needsRecentSignIn } from "#server/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#server/accounts/sessions.ts";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import { holdingTurn, type TaskOptions } from "#server/concurrency/concurrency-limiter.ts";
import type { Config } from "#server/config/config.ts";
import type { LegalPage, ShownLegalPage } from "#server/config/legal-texts.ts";
import { publicConfigOf } from "#server/config/public-config.ts";
import { plainHome, type SiteHome } from "#server/config/site-home.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import type { Database } from "#server/database/connect.ts";
import { unlessUnavailable, withinWaitLimit } from "#server/database/database-errors.ts";
import { editPlace, findEditablePlace, setPlacePosition } from "#server/edits/edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "#server/edits/place-history.ts";
import { decideProposal, findOwnProposal, withdrawProposal } from "#server/edits/proposals.ts";
import { listNewestPlaces } from "#server/export/newest-places.ts";
import type { OpenData } from "#server/export/open-data.ts";
import { listPlaceChanges } from "#server/export/place-changes.ts";
import { confirmPlace } from "#server/feedback/confirm-place.ts";
import { findPendingCorrection, sendCorrection } from "#server/feedback/corrections.ts";
import { observePlace } from "#server/feedback/observations.ts";
import { findPendingReport, reportPlace } from "#server/feedback/reports.ts";
import {
  confirmAsVisitor,
  isReportingVisitor,
  reportAsVisitor,
} from "#server/feedback/visitor-feedback.ts";
import type { Geo, GeoSearchOptions } from "#server/geo/geo.ts";
import type { QueueFarewell } from "#server/mail/account-mails.ts";
import type { NotifyContributor } from "#server/mail/mails-to-contributors.ts";
import { drawIcon, drawPreview } from "#server/map-picture/draw-map-picture.ts";
import { completenessAsCsv } from "#server/metrics/completeness.ts";
import { type Operating, readMetrics } from "#server/metrics/read-metrics.ts";
import { readStatus } from "#server/metrics/read-status.ts";
import type { Usage } from "#server/metrics/usage.ts";
import { acceptPlaces } from "#server/moderation/accept-places.ts";
import {
  findAccountByEmail,
  setAccountDisabled,
  setModerator,
} from "#server/moderation/accounts.ts";
import { openPlaces } from "#server/moderation/closed-places.ts";
import { decide, undo } from "#server/moderation/decide.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { readModerationQueue } from "#server/moderation/read-moderation-queue.ts";
import { removeSent, restoreSent } from "#server/moderation/remove-sent.ts";
import { countPending, readTasks } from "#server/moderation/tasks.ts";
import { explainHours, findHoursError, type HoursQuery } from "#server/opening/opening-hours.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { exportAccount } from "#server/personal-data/export-account.ts";
import { checkAndAddPlace, countAddsLeft, findSimilarPlaces } from "#server/places/add-place.ts";
import { atInstantOf } from "#server/places/at-instant.ts";
import { ConsistencyTokens, type PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { findDeletion, findPlace } from "#server/places/find-place.ts";
import { findAlongLine, findWay } from "#server/places/find-way.ts";
import {
  findNearestPlaces,
  findOthersNear,
  listIdParts,
  listPlaces,
  listVisibleIds,
  placeTile,
} from "#server/places/list-places.ts";
import { PlaceCache } from "#server/places/place-cache.ts";
import { PlaceSets } from "#server/places/place-set.ts";
import { placesInView } from "#server/places/places-in-view.ts";
import {
  createStartView,
  listLargestTowns,
  listTownNames,
  listTowns,
  readTown,
} from "#server/places/towns.ts";
import { createRequestLimits } from "#server/rate-limits/request-limits.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import {
  findReview,
  type ReviewIds,
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
import {
  changeMapping,
  discardImport,
  forgetSource,
  setSourceAddress,
  startImport,
  takeOver,
  undoImport,
} from "#server/source-lists/change-imports.ts";
import type { ListFetcher } from "#server/source-lists/fetch-list.ts";
import type { ListImports } from "#server/source-lists/list-imports.ts";
import { listSources, readImport } from "#server/source-lists/read-imports.ts";
import { readRow, setRowPosition } from "#server/source-lists/row-tasks.ts";
import { createContentVersion } from "./content-version.ts";

/** Use cases with their context: the only access to them for the HTTP layer and the pages. */
export type Services = ReturnType<typeof createServices>;

/** Use cases that change something. */
export type Writes = Services["writes"];

/**
 * The use cases that a page may call without a rate limit: reads, and the calls of the identity provider, which has
 * limits of its own. Writes are behind `openWritesContext`, so that a page action has the write limit of the API
 * (docs/product#rate-limits).
 */
export type PageServices = Omit<Services, "writes">;

/** The writes, or the wait in seconds where the call is over the limit. */
export type OpenedWrites =
  | { readonly ok: true; readonly writes: Writes }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface ServiceDeps {
  readonly config: Config;
  readonly operating: Operating;
  readonly provider: IdentityProvider;
  readonly geo: Geo;
  /** The current base map. */
  readonly baseMap: () => BaseMapSource;
  readonly baseMapFile: string | null;
  /** Source lists that the map credits; absent in tests without any. */
  readonly listCredits?: () => readonly MapAttribution[];
  /** Street map of the imported extracts, whether or not its file exists. */
  readonly streetTiles: TileArchive;
  readonly openData: Pick<OpenData, "describe" | "download">;
  /** Licence of the places that people add here; absent or null where none is known. */
  readonly ownLicence?: string | null;
  readonly siteLogo?: SiteLogo | null;
  /** The operator's area; default: Hungary. */
  readonly home?: SiteHome;
  /** Version of the terms for contributors; absent in tests without terms. */
  readonly termsVersion?: string;
  /** The legal pages of a language; absent in tests without legal pages. */
  readonly showLegalPage?: (shown: ShownLegalPage) => LegalPage;
  readonly database: Database;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp" | "changes" | "subscribe">;
  readonly now: () => Date;
  readonly notifyContributor: NotifyContributor;
  readonly listImports: Pick<ListImports, "run">;
  readonly fetchList: ListFetcher;
  readonly queueFarewell?: QueueFarewell;
}

/** Longest wait of a page or a form for all of its statements, in milliseconds, with that for a session. */
const pageWaits = { limitMs: 2_200, graceMs: 1_300 };

/** Places whose rows are cached, some 20 MB. */
const maxCachedPlaces = 12_000;

type Client = Pick<RequestClient, "clientAddress">;

/** Gives every use case its context; each is documented in its own file, and says there what it takes of it. */
export function createServices(deps: ServiceDeps) {
  const { config, provider, baseMap, streetTiles, database, placeIndex, feed, now } = deps;
  const { siteLogo = null } = deps;
  const { requestMetrics, usage } = deps.operating;
  const home = deps.home ?? { ...plainHome, startView: config.site.startView };
  const isStartViewSet = config.site.startView !== null || home.border !== null;
  const startView = isStartViewSet
    ? () => home.startView
    : createStartView({ placeIndex }, home.startView);
  const placeCache: PlaceCache = new PlaceCache({
    maxPlaces: maxCachedPlaces,
    isInStep: () => content.isInStep(),
  });
  const content = createContentVersion({
    ...{ ...deps, placeCache },
    pool: deps.operating.pool,
  });
  let changedAtMs = performance.now();
  feed.subscribe((ids) => {
    changedAtMs = performance.now();
    placeCache.invalidate(ids);
  });
  const consistencyTokens = new ConsistencyTokens(feed);
  const geo = searchNearHome(deps.geo, home.middle, usage);

  /** All that use cases pick from. */
  const context = {
    ...deps.operating,
    ...deps,
    ...{ placeCache, streetTiles },
    ownLicence: deps.ownLicence ?? null,
    termsVersion: deps.termsVersion ?? null,
    timeZone: home.timeZone,
    /** Forwards a correction to the source of the address. */
    forward: geo.correct,
    sinceChangeMs: () => performance.now() - changedAtMs,
  };
  type Context = typeof context;

  /** A use case with its context. */
  const use =
    <Args extends readonly unknown[], Result>(
      useCase: (given: Context, ...args: Args) => Result,
    ): ((...args: Args) => Result) =>
    (...args) =>
      useCase(context, ...args);

  /** A question about places, which may be about another time. */
  const ask =
    <Args extends readonly unknown[], Result>(
      useCase: (given: Context, ...args: Args) => Result | Promise<Result>,
    ): ((...args: Args) => Promise<Result>) =>
    async (...args) =>
      useCase(await atInstantOf(context, args), ...args);

  /** A write that changes what visitors see: where it succeeds, it ends once this process's place index has it. */
  const publish =
    <Args extends readonly unknown[], Result extends { readonly ok: boolean }>(
      write: (given: Context, ...args: Args) => Promise<Result>,
    ): ((...args: Args) => Promise<Result>) =>
    async (...args) => {
      const result = await write(context, ...args);
      if (!result.ok) return result;
      consistencyTokens.recordWrite();
      await feed.catchUp();
      return result;
    };

  const placeSets = new PlaceSets(context, () =>
    content.isInStep() ? `${placeIndex.version}.${feed.changes}` : null,
  );
  return {
    now,
    /** Whether a time may be asked about: on a place's clock, else on the operator's. */
    isAskable: (at: WallTime | undefined, timeZone = home.timeZone) =>
      instantOf(at, now(), timeZone) !== null,
    ...content,
    ...createRequestLimits({
      ...{ config, database },
      onRefused: (limitName) => requestMetrics.recordRefused(limitName),
    }),
    /** Permissions that the configuration gives to visitors without a session. */
    visitorPermissions: visitorPermissionsOf(config),
    /** Trusted proxies in front of the server. */
    trustedProxies: config.trustedProxies,
    administratorUserId: config.administratorUserId,
    /** Folder of the operator's files, such as languages. */
    dataDirectory: config.dataDirectory,
    publicConfig: publicConfigOf({
      ...{ config, home, siteLogo, startView, baseMap },
      listCredits: deps.listCredits ?? (() => []),
    }),
    /** Border of the operator's area; null without one. */
    siteBorder: home.border,
    /** Logo of the operator; null without one. */
    siteLogo,
    /** A legal page with the operator's settings (docs/product#legal-pages). */
    showLegalPage: (shown: ShownLegalPage): LegalPage => {
      if (!deps.showLegalPage) throw new Error("there are no legal texts");
      return deps.showLegalPage(shown);
    },
    identity: provider.identity,
    consistencyTokens,
    unlessUnavailable,
    /** Runs the work of a page or a form, which waits for the database so long at most: then it is unavailable. */
    withinPageLimit: <Value>(work: () => Promise<Value>) => withinWaitLimit(pageWaits, work),
    holdingTurn,
    drawPreview,
    drawIcon,
    /** Downloads of all places, and their description. */
    openData: deps.openData,
    /** Path of the base map file that the server has; null without one. */
    baseMapFile: deps.baseMapFile,
    streetMapFile: streetTiles.path,
    streetTiles,
    worldTiles: new TileArchive(worldMapFile),
    /** Explanation of a text of opening hours, or its error. */
    explainHours: (query: HoursQuery, locale: HoursLocale) => explainHours(query, now(), locale),
    findHoursError,
    geo,
    /** Metrics and status of this process, for the operator. */
    operator: {
      requestMetrics,
      usage,
      /** IP addresses that may read the metrics. */
      metricsAllow: config.metricsAllow,
      /** All metrics, in Prometheus' text format. */
      metrics: use(readMetrics),
      /** Content of the status page, for the administrator. */
      readStatus: use(readStatus),
      completenessAsCsv: use(completenessAsCsv),
    },
    places: {
      listPlaces: ask(listPlaces),
      findPlace: use(findPlace),
      findDeletion: use(findDeletion),
      findNearestPlaces: ask(findNearestPlaces),
      findOthersNear: ask(findOthersNear),
      findSimilarPlaces: use(findSimilarPlaces),
      countAddsLeft: use(countAddsLeft),
      placeTile: ask(placeTile),
      placesInView: ask(placesInView),
      /** The places of a box, for offline use in a browser; null where they are too many. */
      readPlaceSet: (bbox: BoundingBox, options: TaskOptions) => placeSets.read(bbox, options),
      listIdParts: use(listIdParts),
      listVisibleIds: use(listVisibleIds),
      listNewestPlaces: use(listNewestPlaces),
      listPlaceChanges: use(listPlaceChanges),
      listLargestTowns: use(listLargestTowns),
      listTowns: use(listTowns),
      listTownNames: use(listTownNames),
      readTown: ask(readTown),
      findWay: use(findWay),
      findAlongLine: use(findAlongLine),
    },
    reviews: {
      listReviews: use(listReviews),
      findOwnReview: use(findOwnReview),
      findReview: use(findReview),
    },
    edits: {
      findEditablePlace: use(findEditablePlace),
      findOwnProposal: use(findOwnProposal),
      readPlaceHistory: use(readPlaceHistory),
    },
    feedback: {
      findPendingReport: use(findPendingReport),
      findPendingCorrection: use(findPendingCorrection),
    },
    accounts: {
      /** Handles a request below `/api/auth`. */
      handleAuthRequest: provider.handleAuthRequest,
      listContributions: use(listContributions),
      exportAccount: use(exportAccount),
      findMailPreferences: use(findMailPreferences),
      listSessions: use(listSessions),
      findSecondFactor: use(findSecondFactor),
      /** Whether the viewer must sign in once more to delete the account. */
      needsRecentSignIn: async ({ userId, sessionId }: Viewer): Promise<boolean> =>
        userId !== null &&
        sessionId !== undefined &&
        needsRecentSignIn(context, { accountId: userId, sessionId }),
      lacksTerms: use(lacksTerms),
      /** A part of the registration, which has limits of its own. */
      acceptTermsAtRegistration: use(acceptTermsAtRegistration),
    },
    moderation: {
      /** Reason why the viewer may not moderate; null where the viewer may. */
      permissionFailure: (viewer: Viewer) => permissionFailure(viewer, "moderate"),
      /** Whether the viewer may see the list of accounts too. */
      seesAccounts: (viewer: Viewer) => hasPermission(viewer, "disableAccount"),
      readQueue: use(readModerationQueue),
      readTasks: use(readTasks),
      countPending: use(countPending),
      findAccountByEmail: use(findAccountByEmail),
    },
    sourceLists: {
      readImport: use(readImport),
      listSources: use(listSources),
      readRow: use(readRow),
    },
    /** All that changes something. The place index does not hold what is not published. */
    writes: {
      checkAndAddPlace: publish(checkAndAddPlace),
      editPlace: publish(editPlace),
      setPlacePosition: publish(setPlacePosition),
      takeBackEdit: publish(takeBackEdit),
      emptyEdit: use(emptyEdit),
      decide: publish(decide),
      undo: publish(undo),
      decideProposal: publish(decideProposal),
      withdrawProposal: use(withdrawProposal),
      acceptPlaces: publish(acceptPlaces),
      deletePlace: publish(deletePlace),
      restorePlace: publish(restorePlace),
      openPlaces: publish(openPlaces),
      confirmPlace: publish(async (given, placeId: number, viewer: Viewer, client: Client) =>
        isReportingVisitor(viewer, config)
          ? confirmAsVisitor(given, { placeId, client })
          : confirmPlace(given, placeId, viewer),
      ),
      reportPlace: publish(
        async (given, placeId: number, report: Report, viewer: Viewer, client: Client) =>
          isReportingVisitor(viewer, config)
            ? reportAsVisitor(given, { placeId, client }, report)
            : reportPlace(given, placeId, report, viewer),
      ),
      observePlace: publish(observePlace),
      sendCorrection: use(sendCorrection),
      putReview: publish(putReview),
      deleteOwnReview: publish(deleteOwnReview),
      deleteReview: publish(deleteReview),
      settleReview: publish(settleReview),
      reportReview: (ids: ReviewIds, report: ReviewReport, viewer: Viewer, client: Client) =>
        isReportingVisitor(viewer, config)
          ? reportReviewAsVisitor(context, { ...ids, client }, report)
          : reportReview(context, { ...ids, client }, report, viewer),
      removeSent: publish(removeSent),
      restoreSent: publish(restoreSent),
      sourceLists: {
        startImport: use(startImport),
        changeMapping: use(changeMapping),
        takeOver: publish(takeOver),
        undoImport: publish(undoImport),
        discardImport: use(discardImport),
        setSourceAddress: use(setSourceAddress),
        forgetSource: use(forgetSource),
        setRowPosition: use(setRowPosition),
      },
      setAccountDisabled: use(setAccountDisabled),
      setModerator: use(setModerator),
      setMailPreferences: use(setMailPreferences),
      endSession: use(endSession),
      endOtherSessions: use(endOtherSessions),
      acceptTerms: use(acceptTerms),
      /** Deletes an account, with its reviews, and tells its owner by mail; see `deleteAccount`. */
      deleteAccount: publish(
        async (given, accountId: string, language: Language = fallbackLanguage) => ({
          ok: await deleteAccount(given, accountId, async (transaction, to) =>
            given.queueFarewell?.(transaction, { to, language }),
          ),
        }),
      ),
    },
  };
}

/** Address search whose default point is the middle of the operator's area (docs/product#border). */
function searchNearHome(
  geo: Geo,
  middle: GeoSearchOptions["near"],
  usage: Pick<Usage, "recordEmptySearch">,
): Geo {
  const nearHome = (options: GeoSearchOptions): GeoSearchOptions => ({
    ...options,
    near: options.near ?? middle,
  });
  return {
    ...geo,
    suggest: async (text, options) => {
      const result = await geo.suggest(text, nearHome(options));
      if (result.ok && result.value.length === 0) usage.recordEmptySearch(options.sessionToken);
      return result;
    },
    search: (text, options) => geo.search(text, nearHome(options)),
  };
}
