import type { BetterAuthOptions } from "better-auth";
import type { Database } from "#server/database/connect.ts";
import { refusal } from "./refusal.ts";

type Hooks = NonNullable<BetterAuthOptions["databaseHooks"]>;

/** Our rules at the moments when the sign-in library writes a session or a way to sign in. */
export function accountHooks(database: Database): Hooks {
  return {
    session: {
      create: {
        async before(session, context) {
          const adapter = context?.context.internalAdapter;
          const user = await adapter?.findUserById(session.userId);
          if (user && "disabled" in user && user.disabled) {
            throw refusal(403, "error.disableduser");
          }
          // The password was right a moment ago; a takeover may have dropped it since.
          if (context?.path === "/sign-in/email") {
            const method = await adapter?.findCredentialAccount(session.userId);
            if (!method) throw refusal(401, "error.wrongpassword");
          }
          return { data: { ...session, ipAddress: null, userAgent: null } };
        },
      },
    },
    account: {
      create: {
        async before(method, context) {
          if (method.providerId !== "google") return undefined;
          const adapter = context?.context.internalAdapter;
          const user = await adapter?.findUserById(method.userId);
          if (adapter && user && !user.emailVerified) {
            await dropUnverifiedOwner(database, adapter, user.id);
          }
          const { id, accountId, providerId, userId, createdAt, updatedAt } = method;
          return {
            data: {
              id,
              accountId,
              providerId,
              userId,
              createdAt,
              updatedAt,
              accessToken: null,
              refreshToken: null,
              idToken: null,
              accessTokenExpiresAt: null,
              refreshTokenExpiresAt: null,
              scope: null,
            },
          };
        },
      },
    },
  };
}

interface AccountAdapter {
  deleteAccounts(userId: string): Promise<unknown>;
  deleteUserSessions(userId: string): Promise<unknown>;
}

/**
 * Google has just said whose the address is. Whoever registered it before never showed that it was
 * theirs: their ways in, their codes and their sessions end (decisions, 13).
 */
async function dropUnverifiedOwner(database: Database, adapter: AccountAdapter, userId: string) {
  await adapter.deleteAccounts(userId);
  await database.deleteFrom("verification").where("value", "=", userId).execute();
  await adapter.deleteUserSessions(userId);
}
