import type { BetterAuthOptions } from "better-auth";
import { deviceOf } from "#domain/account/device.ts";
import { dropPassword } from "#server/accounts/ensure-account.ts";
import type { Database } from "#server/database/connect.ts";
import { authFailure } from "./auth-failure.ts";
import { ensureCodeWasGiven, ensureNoCodeIsMissing } from "./second-factor-calls.ts";

/** The calls that open a session for a correct password. */
const passwordPaths = ["/sign-in/email", "/sign-up/email", "/change-password"];

type Hooks = NonNullable<BetterAuthOptions["databaseHooks"]>;

/** Our rules, as hooks of the sign-in library around its writes of sessions and sign-in methods. */
export function accountHooks(database: Database): Hooks {
  return {
    session: {
      create: {
        async before(session, context) {
          const adapter = context?.context.internalAdapter;
          const user = await adapter?.findUserById(session.userId);
          if (user && "disabled" in user && user.disabled) {
            throw authFailure("error.disableduser");
          }
          // The password was correct a moment ago; a takeover may have removed it since.
          if (passwordPaths.includes(context?.path ?? "")) {
            const method = await adapter?.findCredentialAccount(session.userId);
            if (!method) throw authFailure("error.wrongpassword");
          }
          await ensureCodeWasGiven(database, session.userId, context);
          const userAgent = deviceOf(session.userAgent ?? "");
          return { data: { ...session, ipAddress: null, userAgent } };
        },
        after: (session, context) => ensureNoCodeIsMissing(database, session, context),
      },
      // The daily renewal adds the device to a session from before devices were stored.
      update: {
        async before(session, context) {
          const userAgent = deviceOf(context?.headers?.get("User-Agent") ?? "");
          return { data: { ...session, ...(userAgent !== null && { userAgent }) } };
        },
      },
    },
    account: {
      create: {
        async before(method, context) {
          if (method.providerId === "credential") {
            const isSignUp = context?.path === "/sign-up/email";
            const isTaken = isSignUp && (await hasWayIn(database, method.userId));
            if (isTaken) throw authFailure("error.alreadyinuse");
            return undefined;
          }
          // The provider vouches for the owner of the address: a password and sessions that a stranger has set up on it
          // end (docs/decisions/013).
          await dropPassword({ database }, method.userId);
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
      update: {
        // Sign-ins with the old password that wait for a code end (docs/decisions/039).
        async after({ userId }, context) {
          if (context?.path !== "/change-password") return;
          await database.deleteFrom("verification").where("value", "=", userId).execute();
        },
      },
    },
  };
}

/** Whether an account that is just being registered has been taken over by a sign-in with a provider. */
async function hasWayIn(database: Database, accountId: string): Promise<boolean> {
  const method = await database
    .selectFrom("sign_in_method")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return method !== undefined;
}
