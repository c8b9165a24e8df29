import type { Permission } from "#server/accounts/permission.ts";
import * as effects from "./permission-effects.ts";
import type { PermissionScene } from "./permission-scene.ts";
import type { Asker, BrowserResponse } from "./permission-world.ts";

/** One way to use a permission: a call of the API, a page, or a form of a page. */
export interface Way {
  /**
   * Method and path; `{id}` is the scene's place, `{user_id}` a stranger who reviewed it,
   * `{review_id}` that review, and `{edit}` an edit of it.
   */
  readonly call: string;
  /** Form of a page. */
  readonly intent?: string;
  /** Other value of `{id}` than the accepted place: another place, a proposal, or a session. */
  readonly on?:
    | "pendingId"
    | "deletedId"
    | "proposalId"
    | "ownProposalId"
    | "otherSessionId"
    | "strangersSessionId";
  /** Other value of `{user_id}` than the stranger. */
  readonly account?: "moderatorId";
  readonly query?: string | ((scene: PermissionScene) => string);
  /** Sent as JSON. */
  readonly json?: object | ((scene: PermissionScene) => object);
  /** Sent as a browser sends a form, beside the intent. */
  readonly form?: (scene: PermissionScene) => Record<string, string>;
  /** Version of the place that is sent as `If-Match`. */
  readonly ifMatch?: string;
  /** Status for a viewer with the permission. */
  readonly status: number;
  /** Staff's, where it is another one. */
  readonly staffsStatus?: number;
  /** Status for a viewer without the permission, where it is not 401 without a session and 403 with one. */
  readonly refused?: number;
  /** Viewers who try it besides those at the boundary of its permission: the response to them is another one. */
  readonly alsoBy?: readonly Asker[];
  /** Whether the call or page itself is for moderators too, without what the permission adds to it. */
  readonly isStaffs?: boolean;
  /** Whether the call took effect, or the page showed it. */
  readonly happened: (
    scene: PermissionScene,
    response: BrowserResponse,
  ) => Promise<boolean> | boolean;
}

type Holder = "everyone" | "who is signed in" | "staff" | "the administrator";

/** Settings of the operator that change who has a permission. */
export const otherSettings = { VISITOR_DIRECTIONS: "on", VISITOR_REPORTS: "off" };

export interface PermissionCase {
  readonly of: Holder;
  /** Who has it with {@link otherSettings}, where these make a difference. */
  readonly withOtherSettings?: Holder;
  readonly ways: readonly Way[];
}

/** Permissions that the server's own table does not name, because everyone has them. */
type PublicPermission = "read" | "openInMapsService" | "readOwnData" | "endOwnSessions";

const newPlace = {
  country: "HU",
  city: "Budapest",
  price: null,
  comments: "",
  accessible: false,
  public: true,
  latitude: 47.5,
  longitude: 19.05,
  opening_times: Array<string>(7).fill("-"),
};

const { isShown } = effects;
const api = "/api/v1";
const report = "POST /places/{id}/report";
const review = "POST /places/{id}/review";
const moderation = "POST /moderation";

/** Permissions of each kind of viewer, and the ways to use them (docs/product#permissions). */
export const permissionTable: Readonly<Record<Permission | PublicPermission, PermissionCase>> = {
  read: {
    of: "everyone",
    ways: [
      { call: `GET ${api}/places`, query: "public=1", status: 200, happened: isShown },
      { call: `GET ${api}/places/{id}`, status: 200, happened: isShown },
      { call: `GET ${api}/places/{id}/reviews`, status: 200, happened: isShown },
      { call: `GET ${api}/places/{id}/history`, status: 200, happened: isShown },
      {
        call: `GET ${api}/places/nearest`,
        query: "near=19.05,47.5",
        status: 200,
        happened: isShown,
      },
      {
        call: `GET ${api}/places/set`,
        query: "bbox=19,47,20,48",
        status: 200,
        happened: isShown,
      },
      { call: `GET ${api}/opening-hours`, query: "text=24/7", status: 200, happened: isShown },
      { call: `GET ${api}/geo/suggest`, query: "q=Budapest", status: 200, happened: isShown },
      { call: `GET ${api}/geo/search`, query: "q=Budapest", status: 200, happened: isShown },
      {
        call: `GET ${api}/geo/reverse`,
        query: "lat=47.5&lng=19.05",
        status: 200,
        happened: isShown,
      },
      { call: "GET /", query: "accessible=1", status: 200, happened: isShown },
      { call: "GET /", query: ({ placeId }) => `place=${placeId}`, status: 200, happened: isShown },
      { call: "GET /places", query: "free=1&sort=rating-asc", status: 200, happened: isShown },
    ],
  },
  readOwnData: {
    of: "who is signed in",
    ways: [
      {
        call: `GET ${api}/account/export`,
        alsoBy: ["expired session"],
        status: 200,
        happened: effects.showsAsker,
      },
      {
        call: `GET ${api}/account/contributions`,
        status: 200,
        happened: effects.showsContributions,
      },
      { call: `GET ${api}/account/sessions`, status: 200, happened: effects.showsOwnSessions },
      {
        call: `GET ${api}/account/second-factor`,
        status: 200,
        happened: effects.showsSecondFactor,
      },
      {
        call: "GET /account/second-factor",
        status: 200,
        refused: 302,
        happened: effects.showsAskersSecondFactor,
      },
      {
        call: "GET /account/terms",
        alsoBy: ["expired session"],
        status: 200,
        refused: 302,
        happened: isShown,
      },
    ],
  },
  endOwnSessions: {
    of: "who is signed in",
    ways: [
      {
        call: `DELETE ${api}/account/sessions/{id}`,
        on: "otherSessionId",
        status: 204,
        happened: effects.isOtherSessionEnded,
      },
      {
        call: `DELETE ${api}/account/sessions/{id}`,
        on: "strangersSessionId",
        status: 404,
        happened: effects.isStrangersSessionSafe,
      },
      {
        call: `DELETE ${api}/account/sessions`,
        status: 204,
        happened: effects.isOtherSessionEnded,
      },
      {
        call: "POST /account",
        intent: "devices",
        form: ({ otherSessionId }) => ({ session: otherSessionId ?? "" }),
        status: 200,
        refused: 302,
        happened: effects.isOtherSessionEnded,
      },
      {
        call: "POST /account",
        intent: "devices",
        form: () => ({ session: "others" }),
        status: 200,
        refused: 302,
        happened: effects.isOtherSessionEnded,
      },
      {
        call: "POST /account",
        intent: "devices",
        form: ({ strangersSessionId }) => ({ session: strangersSessionId }),
        status: 404,
        refused: 302,
        happened: effects.isStrangersSessionSafe,
      },
    ],
  },
  seeUnacceptedPlaces: {
    of: "staff",
    ways: [
      {
        call: `GET ${api}/places/{id}`,
        on: "pendingId",
        status: 200,
        refused: 404,
        happened: effects.showsPendingPlace,
      },
      {
        call: "GET /",
        query: ({ pendingId: waitingId }) => `place=${waitingId}`,
        status: 200,
        refused: 404,
        happened: effects.showsPendingPlace,
      },
    ],
  },
  addPlace: {
    of: "who is signed in",
    ways: [
      {
        call: `POST ${api}/places`,
        alsoBy: ["moderator"],
        json: ({ newAddress }) => ({ ...newPlace, address: newAddress, accepted: true }),
        status: 201,
        happened: effects.isAdded,
      },
      {
        call: "POST /places",
        alsoBy: ["moderator"],
        form: ({ newAddress }) => ({
          mode: "manual",
          checked: "all",
          address_line1: newAddress,
          place: "Budapest",
          country: "HU",
          latitude: "47.5",
          longitude: "19.05",
          accepted: "1",
        }),
        status: 302,
        happened: effects.isAdded,
      },
    ],
  },
  findSimilarPlaces: {
    of: "who is signed in",
    ways: [
      {
        call: `GET ${api}/places/nearby`,
        query: "lng=19.05&lat=47.5",
        status: 200,
        happened: isShown,
      },
    ],
  },
  getDirections: {
    of: "who is signed in",
    withOtherSettings: "everyone",
    ways: [
      {
        call: `GET ${api}/geo/directions`,
        query: "from=19.05,47.5&to=19.06,47.51",
        status: 200,
        happened: isShown,
      },
    ],
  },
  reviewPlace: {
    of: "who is signed in",
    ways: [
      { call: `GET ${api}/places/{id}/reviews/me`, status: 200, happened: isShown },
      {
        call: `PUT ${api}/places/{id}/reviews/me`,
        json: { rating: 4, text: "after the call" },
        status: 200,
        happened: effects.isOwnReviewChanged,
      },
      {
        call: `DELETE ${api}/places/{id}/reviews/me`,
        alsoBy: ["expired session"],
        status: 204,
        happened: effects.isOwnReviewGone,
      },
      {
        call: review,
        intent: "save",
        form: () => ({ rating: "4", text: "after the call" }),
        status: 302,
        happened: effects.isOwnReviewChanged,
      },
      { call: review, intent: "delete", status: 302, happened: effects.isOwnReviewGone },
    ],
  },
  confirmPlace: {
    of: "everyone",
    withOtherSettings: "who is signed in",
    ways: [
      {
        call: `POST ${api}/places/{id}/confirmations`,
        status: 201,
        happened: effects.isConfirmed,
      },
      {
        call: report,
        intent: "confirm",
        status: 303,
        happened: effects.isConfirmed,
      },
      {
        call: `POST ${api}/places/{id}/observations`,
        json: { open: true },
        status: 201,
        happened: effects.isObserved,
      },
      {
        call: report,
        intent: "observe",
        form: () => ({ open: "1" }),
        status: 303,
        happened: effects.isObserved,
      },
    ],
  },
  reportPlace: {
    of: "everyone",
    withOtherSettings: "who is signed in",
    ways: [
      {
        call: `POST ${api}/places/{id}/reports`,
        json: { reason: "closed" },
        status: 201,
        happened: effects.isReported,
      },
      {
        call: report,
        intent: "report",
        form: () => ({ reason: "closed" }),
        status: 303,
        happened: effects.isReported,
      },
    ],
  },
  reportReview: {
    of: "everyone",
    withOtherSettings: "who is signed in",
    ways: [
      {
        call: `POST ${api}/places/{id}/reviews/{review_id}/reports`,
        json: { reason: "spam" },
        status: 201,
        happened: effects.isReviewReported,
      },
      {
        call: "POST /places/{id}/reviews/{review_id}/report",
        form: () => ({ reason: "spam" }),
        status: 303,
        happened: effects.isReviewReported,
      },
    ],
  },
  correctAddress: {
    of: "who is signed in",
    ways: [
      {
        call: `POST ${api}/corrections`,
        json: ({ newAddress }) => ({
          action: "edit",
          location: { longitude: 19, latitude: 47 },
          changes: { address: newAddress },
        }),
        status: 201,
        happened: effects.isCorrected,
      },
      {
        call: report,
        intent: "report",
        form: ({ newAddress }) => ({
          reason: "address",
          city: "Budapest",
          address: newAddress,
        }),
        status: 303,
        happened: effects.isCorrected,
      },
    ],
  },
  acceptPlace: {
    of: "staff",
    ways: [
      {
        call: `POST ${api}/places/{id}/accept`,
        on: "pendingId",
        status: 204,
        happened: effects.isAccepted,
      },
      {
        call: `POST ${api}/moderation/accept`,
        json: ({ pendingId: waitingId }) => ({ ids: [waitingId] }),
        status: 200,
        happened: effects.isAccepted,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ pendingId: waitingId }) => ({
          ...{ kind: "waiting", outcome: "accept", id: String(waitingId) },
        }),
        status: 200,
        happened: effects.isAccepted,
      },
    ],
  },
  deletePlace: {
    of: "staff",
    ways: [
      { call: `DELETE ${api}/places/{id}`, status: 204, happened: effects.isDeleted },
      {
        call: moderation,
        intent: "decide",
        form: ({ placeId }) => ({ kind: "places", outcome: "delete", id: String(placeId) }),
        status: 200,
        happened: effects.isDeleted,
      },
    ],
  },
  restorePlace: {
    of: "staff",
    ways: [
      {
        call: `POST ${api}/places/{id}/restore`,
        on: "deletedId",
        status: 204,
        happened: effects.isRestored,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ deletedId }) => ({ kind: "places", outcome: "restore", id: String(deletedId) }),
        status: 200,
        happened: effects.isRestored,
      },
    ],
  },
  setPlacePosition: {
    of: "staff",
    ways: [
      {
        call: `PUT ${api}/places/{id}/position`,
        json: { longitude: 21.5, latitude: 47.25 },
        status: 204,
        happened: effects.isMoved,
      },
      {
        call: "GET /places/{id}/position",
        alsoBy: ["visitor"],
        status: 200,
        happened: isShown,
      },
      {
        call: "POST /places/{id}/position",
        alsoBy: ["visitor"],
        form: () => ({ longitude: "21,5", latitude: "47.25" }),
        status: 303,
        happened: effects.isMoved,
      },
    ],
  },
  editPlace: {
    of: "staff",
    ways: [
      {
        call: `POST ${api}/moderation/proposals/{id}`,
        on: "proposalId",
        json: { outcome: "accepted" },
        status: 200,
        happened: effects.isProposalAccepted,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ proposalId }) => ({
          ...{ kind: "proposals", outcome: "accepted", id: String(proposalId) },
        }),
        status: 200,
        happened: effects.isProposalAccepted,
      },
    ],
  },
  proposeEdit: {
    of: "who is signed in",
    ways: [
      {
        call: `PATCH ${api}/places/{id}`,
        alsoBy: ["moderator"],
        ifMatch: '"2"',
        json: { comments: "after the call" },
        status: 202,
        staffsStatus: 200,
        happened: effects.isEditedOrProposed,
      },
      {
        call: `DELETE ${api}/proposals/{id}`,
        on: "ownProposalId",
        status: 204,
        happened: effects.isOwnProposalWithdrawn,
      },
    ],
  },
  takeBackEdit: {
    of: "staff",
    ways: [
      {
        call: `POST ${api}/places/{id}/history/{edit}/take-back`,
        json: {},
        status: 200,
        happened: effects.isEditTakenBack,
      },
      {
        call: `DELETE ${api}/places/{id}/history/{edit}`,
        status: 204,
        happened: effects.isEditEmptied,
      },
    ],
  },
  deleteAnyReview: {
    of: "staff",
    ways: [
      {
        call: `DELETE ${api}/places/{id}/reviews/{user_id}`,
        status: 204,
        happened: effects.isStrangersReviewGone,
      },
      {
        call: review,
        intent: "delete",
        form: ({ reviewId }) => ({ review: String(reviewId) }),
        status: 302,
        happened: effects.isStrangersReviewGone,
      },
      {
        call: `POST ${api}/moderation/reviews/{review_id}`,
        json: { decision: "remove", reason: "spam" },
        status: 204,
        happened: effects.isStrangersReviewGone,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ reviewId }) => ({ kind: "reviews", outcome: "remove", id: String(reviewId) }),
        status: 200,
        happened: effects.isStrangersReviewGone,
      },
    ],
  },
  seeContributors: {
    of: "the administrator",
    ways: [
      {
        call: `GET ${api}/places/{id}`,
        status: 200,
        refused: 200,
        happened: effects.showsStranger,
      },
      {
        call: `GET ${api}/moderation`,
        status: 200,
        happened: effects.showsSenders,
        isStaffs: true,
      },
      { call: "GET /moderation", status: 200, happened: effects.showsSenders, isStaffs: true },
      {
        call: `GET ${api}/places/{id}/reviews`,
        status: 200,
        refused: 200,
        happened: effects.showsStranger,
      },
      {
        call: `GET ${api}/places/{id}/history`,
        status: 200,
        refused: 200,
        happened: effects.showsStrangersAddress,
      },
    ],
  },
  openInMapsService: {
    of: "everyone",
    ways: [
      {
        call: "GET /",
        query: ({ placeId }) => `place=${placeId}`,
        status: 200,
        refused: 200,
        happened: (_scene, { text }) => text.includes("https://www.openstreetmap.org/?mlat="),
      },
    ],
  },
  moderate: {
    of: "staff",
    ways: [
      { call: `GET ${api}/moderation`, status: 200, happened: isShown },
      { call: "GET /moderation", alsoBy: ["visitor"], status: 200, happened: isShown },
      {
        call: moderation,
        intent: "decide",
        alsoBy: ["visitor"],
        form: ({ reportId }) => ({ kind: "reports", outcome: "done", id: String(reportId) }),
        status: 200,
        happened: effects.isReportResolved,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ reportId }) => ({ kind: "reports", outcome: "close", id: String(reportId) }),
        status: 200,
        happened: effects.isClosedByStaff,
      },
      {
        call: `POST ${api}/moderation/open`,
        json: ({ placeId }) => ({ ids: [placeId] }),
        status: 200,
        happened: effects.isReportResolved,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ placeId }) => ({ kind: "places", outcome: "open", id: String(placeId) }),
        status: 200,
        happened: effects.isReportResolved,
      },
      {
        call: moderation,
        intent: "decide",
        form: ({ correctionId }) => ({
          ...{ kind: "corrections", outcome: "done", id: String(correctionId) },
        }),
        status: 200,
        happened: effects.isCorrectionResolved,
      },
    ],
  },
  disableAccount: {
    of: "the administrator",
    ways: [
      { call: `GET ${api}/moderation`, query: "part=accounts", status: 200, happened: isShown },
      {
        call: "GET /moderation",
        query: "part=accounts&email=stranger-1@example.org",
        status: 200,
        happened: isShown,
      },
      {
        call: moderation,
        intent: "disable",
        form: ({ strangerId }) => ({ account: strangerId }),
        status: 200,
        happened: effects.isAccountDisabled,
      },
      {
        call: moderation,
        intent: "enable",
        form: ({ disabledId }) => ({ account: disabledId }),
        status: 200,
        happened: effects.isAccountEnabled,
      },
    ],
  },
  removeSent: {
    of: "the administrator",
    ways: [
      {
        call: moderation,
        intent: "remove-sent",
        form: ({ strangerId }) => ({ account: strangerId }),
        status: 200,
        happened: effects.isAllSentGone,
      },
    ],
  },
  seeStatus: {
    of: "the administrator",
    ways: [
      { call: "GET /status", alsoBy: ["visitor"], status: 200, happened: isShown },
      { call: `GET ${api}/status/completeness`, status: 200, happened: isShown },
    ],
  },
  appointModerators: {
    of: "the administrator",
    ways: [
      {
        call: `PUT ${api}/moderation/moderators/{user_id}`,
        status: 204,
        happened: effects.isAppointed,
      },
      {
        call: `DELETE ${api}/moderation/moderators/{user_id}`,
        account: "moderatorId",
        status: 204,
        happened: effects.isDismissed,
      },
      {
        call: moderation,
        intent: "appoint",
        form: ({ strangerId }) => ({ account: strangerId }),
        status: 200,
        happened: effects.isAppointed,
      },
      {
        call: moderation,
        intent: "dismiss",
        form: ({ moderatorId }) => ({ account: moderatorId }),
        status: 200,
        happened: effects.isDismissed,
      },
    ],
  },
  importLists: {
    of: "the administrator",
    ways: [
      { call: "GET /moderation/lists", alsoBy: ["visitor"], status: 200, happened: isShown },
      {
        call: "POST /moderation/lists",
        form: () => ({ address: "http://example.org/toilets.csv" }),
        status: 422,
        happened: (_, { status }) => status === 422,
      },
    ],
  },
};
