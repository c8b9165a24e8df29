import { sql, type Transaction } from "kysely";
import type { SessionList } from "#domain/account/session-list.ts";
import type { Database } from "#server/database/connect.ts";
import type { Schema } from "#server/database/schema.ts";
import type { Context } from "#server/use-case-context.ts";
import { accountIdOf } from "./permission.ts";
import type { Viewer } from "./viewer.ts";
import { lockAccount } from "./write-as.ts";

type SessionDeps = Pick<Context, "database">;

/**
 * Sessions of the viewer's account that have not expired, the viewer's own first, then by their last use
 * (docs/product#devices-of-an-account). Null for a visitor without an account.
 *
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export async function listSessions(
  { database }: SessionDeps,
  viewer: Viewer,
): Promise<SessionList | null> {
  const accountId = accountIdOf(viewer);
  if (accountId === null) return null;
  const rows = await database
    .selectFrom("session")
    .select(["id", "user_agent as device", "created_at", "updated_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", sql<Date>`statement_clock()`)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  const sessions = rows.map(({ id, device, created_at, updated_at }) => ({
    id,
    device,
    created_at: created_at.toISOString(),
    last_used_at: updated_at.toISOString(),
    current: id === viewer.sessionId,
  }));
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

export type EndSessionResult =
  | { readonly ok: true }
  /**
   * `error.signin` also where the viewer's session has ended meanwhile; `error.notfound` for a session of another
   * account, and for a malformed id.
   */
  | { readonly ok: false; readonly code: "error.signin" | "error.notfound" };

/**
 * Ends one session of the viewer's account; one that has ended already, or is unknown, is not a failure.
 *
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export function endSession(
  { database }: SessionDeps,
  sessionId: string,
  viewer: Viewer,
): Promise<EndSessionResult> {
  return endSessions(database, viewer, async (transaction, accountId) => {
    if (!sessionIdPattern.test(sessionId)) return { ok: false, code: "error.notfound" };
    const session = await transaction
      .selectFrom("session")
      .select("account_id")
      .where("id", "=", sessionId)
      .executeTakeFirst();
    if (session && session.account_id !== accountId) return { ok: false, code: "error.notfound" };
    await transaction
      .deleteFrom("session")
      .where("id", "=", sessionId)
      .where("account_id", "=", accountId)
      .execute();
    return { ok: true };
  });
}

/** Ids of sessions as `configureAuth` makes them. */
const sessionIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Ends every session of the viewer's account except the viewer's own.
 *
 * @throws {DatabaseUnavailable} where the session could not be read
 */
export function endOtherSessions(
  { database }: SessionDeps,
  viewer: Viewer,
): Promise<EndSessionResult> {
  return endSessions(database, viewer, async (transaction, accountId, ownId) => {
    await transaction
      .deleteFrom("session")
      .where("account_id", "=", accountId)
      .where("id", "<>", ownId)
      .execute();
    return { ok: true };
  });
}

/**
 * Transaction of both: the account's row is locked, and the viewer's session must still exist then, so that of two
 * sessions that end each other one stays.
 */
async function endSessions(
  database: Database,
  viewer: Viewer,
  end: (
    transaction: Transaction<Schema>,
    accountId: string,
    ownId: string,
  ) => Promise<EndSessionResult>,
): Promise<EndSessionResult> {
  const accountId = accountIdOf(viewer);
  const { sessionId: ownId } = viewer;
  if (accountId === null || ownId === undefined) return { ok: false, code: "error.signin" };
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId, { alone: true });
    const own = await transaction
      .selectFrom("session")
      .select("id")
      .where("id", "=", ownId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (!own) return { ok: false, code: "error.signin" };
    return end(transaction, accountId, ownId);
  });
}
