import { sql } from "kysely";
import type { NewReview } from "#domain/feedback/check-review.ts";
import type { Correction } from "#domain/feedback/correction.ts";
import type { Report } from "#domain/feedback/report.ts";
import type { ReviewList, ReviewListQuery } from "#domain/feedback/review.ts";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { NearestPlaces, NearestPlacesQuery } from "#domain/place/nearest-places.ts";
import type { NewPlace } from "#domain/place/new-place.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import type { SimilarPlacesQuery } from "#domain/place/similar-places.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { PlaceTile } from "#domain/place-index/place-tile.ts";
import { fallbackLanguage } from "#domain/text/language.ts";
import type { IdentityProvider } from "#server/accounts/create-identity.ts";
import { deleteAccount } from "#server/accounts/delete-account.ts";
import { type AccountExport, exportAccount } from "#server/accounts/export-account.ts";
import type { Identity } from "#server/accounts/identity.ts";
import { identifyViewer } from "#server/accounts/identity.ts";
import type { RetryAfterSeconds } from "#server/accounts/rate-limit.ts";
import { limitCalls, rateLimits } from "#server/accounts/rate-limit.ts";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { isDatabaseAway, readWithin } from "#server/database/database-errors.ts";
import { visibleTo } from "#server/database/place-visibility.ts";
import { type ConfirmPlaceResult, confirmPlace } from "#server/feedback/confirm-place.ts";
import {
  type ResolveCorrectionResult,
  resolveCorrection,
  type SendCorrectionResult,
  sendCorrection,
} from "#server/feedback/corrections.ts";
import {
  type ReportPlaceResult,
  type ResolveReportResult,
  reportPlace,
  resolveReport,
} from "#server/feedback/reports.ts";
import type { Geo } from "#server/geo/geo.ts";
import { createModeration, type Moderation } from "#server/moderation/moderation.ts";
import {
  type AddPlaceResult,
  addPlace,
  countAddsLeft,
  findAddObstacle,
} from "#server/places/add-place.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { findNearestPlaces } from "#server/places/find-nearest-places.ts";
import { findPlace } from "#server/places/find-place.ts";
import { findSimilarPlaces, type SimilarPlacesResult } from "#server/places/find-similar-places.ts";
import { listPlaces, type PlaceListPage } from "#server/places/list-places.ts";
import { PlaceMemory } from "#server/places/place-memory.ts";
import { type PlaceInView, placesInView, type ViewSize } from "#server/places/places-in-view.ts";
import { listReviews } from "#server/reviews/list-reviews.ts";
import {
  type DeleteReviewResult,
  deleteOwnReview,
  deleteReview,
  type FindOwnReviewResult,
  findOwnReview,
  type PutReviewResult,
  putReview,
} from "#server/reviews/reviews.ts";

/** The filters of a map: those of a list without its pages and order. */
type PlaceMapQuery = Pick<PlaceListQuery, "filters" | "includeUnknown">;

/** The use cases, bound to what they work with: all that the HTTP layer and the pages know of them. */
export interface Services {
  /** The part of the configuration that requests are answered with. */
  readonly publicConfig: Pick<Config, "publicUrl" | "contactEmail"> & { baseMap: BaseMapSource };
  /** The path of the base map that we serve ourselves; null where there is none. */
  readonly baseMapFile: string | null;
  /** How many proxies of our own stand in front. */
  readonly trustedProxies: number;
  readonly identity: Identity;
  /** Address search, reverse lookup and directions, from the best level that answers. */
  readonly geo: Geo;
  /** Answers a request below `/api/auth`. */
  answerAuthCall(request: Request, caller: Caller): Promise<Response>;
  now(): Date;
  /** Whether the database answers and the place index is in step with it. */
  isReady(): Promise<boolean>;
  /** Who asks, and the cookies that the answer renews the session with. */
  identifyViewer(caller: Caller): Promise<{ viewer: Viewer; setCookies: readonly string[] }>;
  /** Counts a call that changes something; the wait when it is one too many (docs/product#rate-limits). */
  takeWrite(caller: Caller, viewer: Viewer): Promise<RetryAfterSeconds>;
  /** Counts an address search; the wait when it is one too many (docs/product#rate-limits). */
  takeAddressSearch(caller: Caller, viewer: Viewer): Promise<RetryAfterSeconds>;
  listPlaces(query: PlaceListQuery, viewer: Viewer): Promise<PlaceListPage>;
  findNearestPlaces(query: NearestPlacesQuery, viewer: Viewer): Promise<NearestPlaces>;
  /** Null where there is no place that the viewer may see. */
  findPlace(id: number, viewer: Viewer): Promise<Place | null>;
  /** The lists of this process show the place, where the viewer may see it, when this has resolved. */
  addPlace(place: NewPlace, viewer: Viewer): Promise<AddPlaceResult>;
  /** Why `addPlace` would refuse the place now; null where it would not. */
  findAddObstacle(place: NewPlace, viewer: Viewer): ReturnType<typeof findAddObstacle>;
  /** How many places the viewer may still add now; null without a limit, 0 for a visitor. */
  countAddsLeft(viewer: Viewer): Promise<number | null>;
  findSimilarPlaces(query: SimilarPlacesQuery, viewer: Viewer): Promise<SimilarPlacesResult>;
  /** Null where there is no place that the viewer may see. */
  listReviews(placeId: number, query: ReviewListQuery, viewer: Viewer): Promise<ReviewList | null>;
  findOwnReview(placeId: number, viewer: Viewer): Promise<FindOwnReviewResult>;
  putReview(placeId: number, review: NewReview, viewer: Viewer): Promise<PutReviewResult>;
  deleteOwnReview(placeId: number, viewer: Viewer): Promise<DeleteReviewResult>;
  /** Anybody's. */
  deleteReview(
    of: { placeId: number; userId: string },
    viewer: Viewer,
  ): Promise<DeleteReviewResult>;
  placeTile(
    address: { z: number; x: number; y: number },
    query: PlaceMapQuery,
    viewer: Viewer,
  ): PlaceTile;
  placesInView(
    view: MapView,
    size: ViewSize,
    query: { filters: PlaceFilters; includeUnknown: boolean },
    viewer: Viewer,
  ): PlaceInView[];
  confirmPlace(placeId: number, viewer: Viewer): Promise<ConfirmPlaceResult>;
  reportPlace(placeId: number, report: Report, viewer: Viewer): Promise<ReportPlaceResult>;
  resolveReport(reportId: number, viewer: Viewer): Promise<ResolveReportResult>;
  sendCorrection(correction: Correction, viewer: Viewer): Promise<SendCorrectionResult>;
  resolveCorrection(correctionId: number, viewer: Viewer): Promise<ResolveCorrectionResult>;
  /** Null where there is no such account. */
  exportAccount(accountId: string): Promise<AccountExport | null>;
  /** Whether there was such an account. */
  deleteAccount(accountId: string): Promise<boolean>;
  readonly moderation: Moderation;
}

export interface ServiceDeps {
  readonly config: Pick<
    Config,
    "publicUrl" | "contactEmail" | "trustedProxies" | "administratorUserId" | "rateLimits"
  >;
  readonly provider: IdentityProvider;
  readonly geo: Geo;
  readonly baseMap: BaseMapSource;
  readonly baseMapFile: string | null;
  /** What is only read, a moment late at worst. */
  readonly database: Database;
  /** What takes writes, and is never late; the same as `database` where there is no replica. */
  readonly primary: Database;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp">;
  readonly now: () => Date;
}

/** An index older than this is too far from the truth to answer from. */
const maxFeedAgeMs = 30_000;

/** Binds every use case to its deps. */
export function createServices(deps: ServiceDeps): Services {
  const { config, provider, geo, baseMap, database, primary, placeIndex, feed, now } = deps;
  const { identity } = provider;
  const writing = { database: primary, now };
  const limiter = { database: primary, isOn: config.rateLimits };
  const reading = { ...deps, placeMemory: new PlaceMemory() };
  /** What a write has led to, once the own index shows it. */
  const caughtUp = async <Result extends { ok: boolean }>(write: Promise<Result>) => {
    const result = await write;
    if (result.ok) await feed.catchUp();
    return result;
  };
  return {
    publicConfig: { publicUrl: config.publicUrl, contactEmail: config.contactEmail, baseMap },
    now,
    isReady: async () => {
      if (!(await isDatabaseUp(database))) return false;
      // The feed looks ever less often at a database that is away; one that is back is news to it.
      if (feed.ageMs() > maxFeedAgeMs) {
        await readWithin(readinessTimeoutMs, feed.catchUp()).catch(() => {});
      }
      return feed.ageMs() <= maxFeedAgeMs;
    },
    baseMapFile: deps.baseMapFile,
    trustedProxies: config.trustedProxies,
    identity,
    geo,
    answerAuthCall: provider.answerCall,
    identifyViewer: (caller) => identifyViewer({ identity, config }, caller),
    takeWrite: (caller, viewer) => limitCalls(limiter, rateLimits.write, { caller, viewer }),
    takeAddressSearch: (caller, viewer) =>
      limitCalls(limiter, rateLimits.addressSearch, { caller, viewer }).catch((error) => {
        // The search itself needs no database, and its own limits hold for each outside service.
        if (isDatabaseAway(error)) return null;
        throw error;
      }),
    listPlaces: (query, viewer) => listPlaces(reading, query, viewer),
    findNearestPlaces: (query, viewer) => findNearestPlaces(reading, query, viewer),
    findPlace: (id, viewer) => findPlace(reading, id, viewer),
    addPlace: async (place, viewer) => {
      const result = await addPlace({ database: primary, now }, place, viewer);
      if (result.ok) await feed.catchUp();
      return result;
    },
    findAddObstacle: (place, viewer) => findAddObstacle(primary, place, viewer),
    countAddsLeft: (viewer) => countAddsLeft({ database: primary }, viewer),
    findSimilarPlaces: (query, viewer) => findSimilarPlaces(deps, query, viewer),
    listReviews: (placeId, query, viewer) => listReviews(deps, placeId, query, viewer),
    findOwnReview: (placeId, viewer) => findOwnReview({ database: primary }, placeId, viewer),
    putReview: (placeId, review, viewer) =>
      caughtUp(putReview({ database: primary }, placeId, review, viewer)),
    deleteOwnReview: (placeId, viewer) =>
      caughtUp(deleteOwnReview({ database: primary }, placeId, viewer)),
    deleteReview: (of, viewer) => caughtUp(deleteReview({ database: primary }, of, viewer)),
    placeTile: ({ z, x, y }, { filters, includeUnknown }, viewer) =>
      placeIndex.tile(z, x, y, { filters, includeUnknown, ...visibleTo(viewer) }),
    placesInView: (view, size, query, viewer) => placesInView(deps, view, size, query, viewer),
    confirmPlace: (placeId, viewer) => confirmPlace(writing, placeId, viewer),
    reportPlace: (placeId, report, viewer) => reportPlace(writing, placeId, report, viewer),
    resolveReport: (reportId, viewer) => resolveReport(writing, reportId, viewer),
    sendCorrection: (correction, viewer) =>
      sendCorrection({ ...writing, forward: forwardTo(geo) }, correction, viewer),
    resolveCorrection: (correctionId, viewer) => resolveCorrection(writing, correctionId, viewer),
    exportAccount: (accountId) => exportAccount({ database: primary }, accountId),
    deleteAccount: (accountId) => deleteAccount({ database: primary }, accountId),
    moderation: createModeration({ database: primary, placeIndex, feed, now }),
  };
}

/** Hands corrections to the map provider, where the one in force takes any. */
function forwardTo(geo: Geo) {
  return async (correction: Correction, senderEmail: string | null) => {
    const { signal } = new AbortController();
    await geo.correct(correction, senderEmail, { language: fallbackLanguage, signal });
  };
}

/** Who asks whether we are ready does not wait longer for the answer, in milliseconds. */
const readinessTimeoutMs = 2_000;

async function isDatabaseUp(database: Database): Promise<boolean> {
  try {
    await readWithin(readinessTimeoutMs, sql`select 1`.execute(database));
    return true;
  } catch {
    return false;
  }
}
