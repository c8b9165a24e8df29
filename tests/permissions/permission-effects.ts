import type { Database } from "#server/database/connect.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";
import { type PermissionScene, storedPlace } from "./permission-scene.ts";
import type { BrowserResponse } from "./permission-world.ts";

/* Whether a permission took effect: by the database after the call, or by the response. */

export const isShown = (_scene: PermissionScene, { status }: BrowserResponse) => status === 200;

export const showsPendingPlace = (
  { pendingAddress: waitingAddress }: PermissionScene,
  { text }: BrowserResponse,
) => text.includes(waitingAddress);

export const showsStranger = ({ strangerId }: PermissionScene, { text }: BrowserResponse) =>
  text.includes(strangerId);

/** Whether a list has its senders: those of other scenes, since it begins with the oldest entries. */
export const showsSenders = (_scene: PermissionScene, { text }: BrowserResponse) =>
  text.includes("stranger-");

/** The e-mail address of the stranger's account. */
export async function showsStrangersAddress(scene: PermissionScene, { text }: BrowserResponse) {
  const accounts = scene.database.selectFrom("account").select("email");
  const { email } = await accounts.where("id", "=", scene.strangerId).executeTakeFirstOrThrow();
  return text.includes(email);
}

export const showsAsker = ({ askerId }: PermissionScene, { text }: BrowserResponse) =>
  askerId !== null && text.includes(askerId);

/** List of what the asker has sent, empty or not; a refusal has no page. */
export const showsContributions = (_: PermissionScene, { text }: BrowserResponse) =>
  JSON.parse(text).page === 1;

export const showsSecondFactor = (_: PermissionScene, { text }: BrowserResponse) =>
  JSON.parse(text).recovery_codes_left === 0;

/** The page of the second factor, with what it needs of the account. */
export const showsAskersSecondFactor = (_: PermissionScene, { status, text }: BrowserResponse) =>
  status === 200 && text.includes("secondFactor");

/** The asker's own sessions, and no other account's. */
export const showsOwnSessions = (scene: PermissionScene, { text }: BrowserResponse) =>
  text.includes(scene.otherSessionId ?? "no session") && !text.includes(scene.strangersSessionId);

export const isOtherSessionEnded = async ({ database, otherSessionId }: PermissionScene) =>
  otherSessionId !== null && !(await hasSession(database, otherSessionId));

/** Another account's session is not found, and stays valid. */
export const isStrangersSessionSafe = async (
  { database, strangersSessionId }: PermissionScene,
  { status }: BrowserResponse,
) => status === 404 && (await hasSession(database, strangersSessionId));

async function hasSession(database: Database, id: string): Promise<boolean> {
  const sessions = database.selectFrom("session").select("id").where("id", "=", id);
  return (await sessions.executeTakeFirst()) !== undefined;
}

/**
 * Place in the asker's name; accepted at once for staff only, with any field sent
 * (docs/product#acceptance).
 */
export async function isAdded({ database, newAddress, askerId }: PermissionScene) {
  const places = database.selectFrom("place").select(["added_by", "accepted"]);
  const added = await places.where("address", "=", newAddress).execute();
  const isStaff = askerId === testAdministrator.id || (await isModerator(database, askerId));
  const expected = { added_by: askerId, accepted: isStaff };
  return JSON.stringify(added) === JSON.stringify([expected]);
}

export const isAccepted = async (scene: PermissionScene) =>
  (await storedPlace(scene, scene.pendingId)).accepted;

export const isDeleted = async (scene: PermissionScene) =>
  (await storedPlace(scene, scene.placeId)).deleted_at !== null;

export const isRestored = async (scene: PermissionScene) =>
  (await storedPlace(scene, scene.deletedId)).deleted_at === null;

export async function isMoved(scene: PermissionScene) {
  const { longitude, latitude } = await storedPlace(scene, scene.placeId);
  return longitude === 21.5 && latitude === 47.25;
}

const proposal = ({ database }: PermissionScene, id: number | null) =>
  database.selectFrom("place_proposal").selectAll().where("id", "=", id).executeTakeFirst();

export async function isProposalAccepted(scene: PermissionScene) {
  const { county } = await storedPlace(scene, scene.placeId);
  const decided = await proposal(scene, scene.proposalId);
  return county === "Pest" && decided?.outcome === "accepted";
}

/** Staff's edit is made; any other leaves the place as it is, as a pending proposal. */
export async function isEditedOrProposed(scene: PermissionScene) {
  const { database, placeId, askerId } = scene;
  const { comments } = await storedPlace(scene, placeId);
  const accounts = database.selectFrom("account").select("moderator_since");
  const asker = await accounts.where("id", "=", askerId).executeTakeFirst();
  const isStaff = askerId === testAdministrator.id || asker?.moderator_since != null;
  if (isStaff) return comments === "after the call";
  const proposals = database.selectFrom("place_proposal").select(["account_id", "changes"]);
  const pending = await proposals.where("place_id", "=", placeId).execute();
  const own = pending.find(({ account_id }) => askerId !== null && account_id === askerId);
  return comments === "" && own?.changes.comments?.to === "after the call";
}

export const isOwnProposalWithdrawn = async (scene: PermissionScene) =>
  (await proposal(scene, scene.ownProposalId))?.outcome === "withdrawn";

export const isEditTakenBack = async (scene: PermissionScene) =>
  (await storedPlace(scene, scene.placeId)).postcode === "";

export const isEditEmptied = async ({ database, editId }: PermissionScene) => {
  const edits = database.selectFrom("place_edit").select("changes").where("id", "=", editId);
  return Object.keys((await edits.executeTakeFirstOrThrow()).changes).length === 0;
};

/** A confirmation with an account, or one without, which is counted apart. */
export async function isConfirmed(scene: PermissionScene) {
  const place = await storedPlace(scene, scene.placeId);
  return place.last_confirmed !== null || place.visitor_confirmations === 1;
}

export async function isObserved(scene: PermissionScene) {
  return (await storedPlace(scene, scene.placeId)).observed_open === 1;
}

export async function isReported({ database, placeId, askerId }: PermissionScene) {
  const reports = database.selectFrom("report").select(["account_id", "by_visitor"]);
  const stored = await reports.where("place_id", "=", placeId).execute();
  return stored.some(
    ({ account_id, by_visitor }) => by_visitor || (askerId !== null && account_id === askerId),
  );
}

export async function isReviewReported({ database, reviewId, askerId }: PermissionScene) {
  const reports = database.selectFrom("review_report").select(["account_id", "by_visitor"]);
  const stored = await reports.where("review_id", "=", reviewId).execute();
  return stored.some(
    ({ account_id, by_visitor }) => by_visitor || (askerId !== null && account_id === askerId),
  );
}

export async function isCorrected({ database, newAddress, askerId }: PermissionScene) {
  const corrections = await database
    .selectFrom("correction")
    .select(["account_id", "changes"])
    .execute();
  return corrections.some(
    ({ account_id, changes }) =>
      askerId !== null &&
      account_id === askerId &&
      JSON.stringify(changes) === JSON.stringify({ address: newAddress }),
  );
}

export const isOwnReviewChanged = async (scene: PermissionScene) =>
  (await reviewTextOf(scene, scene.askerId)) === "after the call";

export const isOwnReviewGone = async (scene: PermissionScene) =>
  scene.askerId !== null && (await reviewTextOf(scene, scene.askerId)) === null;

export const strangersReviewText = (scene: PermissionScene) =>
  reviewTextOf(scene, scene.strangerId);

export const isStrangersReviewGone = async (scene: PermissionScene) =>
  (await strangersReviewText(scene)) === null;

export const isAllSentGone = async (scene: PermissionScene) =>
  (await isStrangersReviewGone(scene)) &&
  (await isReportResolved(scene)) &&
  (await isCorrectionResolved(scene));

export const isAccountDisabled = ({ database, strangerId }: PermissionScene) =>
  isDisabled(database, strangerId);

export const isAccountEnabled = async ({ database, disabledId }: PermissionScene) =>
  !(await isDisabled(database, disabledId));

export const isAppointed = ({ database, strangerId }: PermissionScene) =>
  isModerator(database, strangerId);

export const isDismissed = async ({ database, moderatorId }: PermissionScene) =>
  !(await isModerator(database, moderatorId));

async function isModerator(database: Database, accountId: string | null): Promise<boolean> {
  const accounts = database.selectFrom("account").select("moderator_since");
  const account = await accounts.where("id", "=", accountId).executeTakeFirst();
  return account != null && account.moderator_since !== null;
}

async function isDisabled(database: Database, accountId: string): Promise<boolean> {
  const accounts = database.selectFrom("account").select("disabled");
  return (await accounts.where("id", "=", accountId).executeTakeFirstOrThrow()).disabled;
}

export const isReportResolved = ({ database, reportId }: PermissionScene) =>
  isResolved(database.selectFrom("report").select("resolved_at").where("id", "=", reportId));

export const isClosedByStaff = async ({ database, placeId }: PermissionScene) => {
  const places = database.selectFrom("place").select("closed_by").where("id", "=", placeId);
  return (await places.executeTakeFirstOrThrow()).closed_by === "staff";
};

export const isCorrectionResolved = ({ database, correctionId }: PermissionScene) =>
  isResolved(
    database.selectFrom("correction").select("resolved_at").where("id", "=", correctionId),
  );

async function isResolved(query: {
  executeTakeFirstOrThrow: () => Promise<{ resolved_at: Date | null }>;
}): Promise<boolean> {
  return (await query.executeTakeFirstOrThrow()).resolved_at !== null;
}

async function reviewTextOf(
  { database, placeId }: PermissionScene,
  accountId: string | null,
): Promise<string | null> {
  const review = await database
    .selectFrom("review")
    .select("text")
    .where("place_id", "=", placeId)
    .where("user_id", "=", accountId)
    .executeTakeFirst();
  return review?.text ?? null;
}
