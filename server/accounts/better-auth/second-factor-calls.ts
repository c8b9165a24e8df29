import { randomBytes } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { expireCookie, setSessionCookie } from "better-auth/cookies";
import * as v from "valibot";
import { pendingSignInLifetimeMs, recentSignInMs } from "#domain/account/lifetimes.ts";
import { parseTypedCode, type TypedCode } from "#domain/account/second-factor.ts";
import { findMailLanguage } from "#server/accounts/mail-preferences.ts";
import {
  countWrongCode,
  disableSecondFactor,
  enableSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  type SecondFactorDeps,
  setUpSecondFactor,
  spendCode,
} from "#server/accounts/second-factor.ts";
import type { Database } from "#server/database/connect.ts";
import type { AccountMails } from "#server/mail/account-mails.ts";
import { rateLimits } from "#server/rate-limits/rate-limiter.ts";
import { authFailure } from "./auth-failure.ts";
import { mailLanguageOf } from "./call-auth.ts";
import { type AttemptLimiter, beganBehindFactor, ensureSession } from "./guard-requests.ts";

interface CallDeps extends SecondFactorDeps {
  readonly limiter: AttemptLimiter;
  readonly mails: Pick<AccountMails, "sendSecondFactor">;
}

const codeSchema = v.object({ code: v.string() });

/** Whether a call opens a session after a correct code, or from one that is behind the second factor. */
function isWithCode(context: object | null | undefined): boolean {
  const { path, request } = (context ?? {}) as { path?: string; request?: Request };
  if (path === "/change-password") return beganBehindFactor(request);
  return path === "/sign-in/code";
}

/** Context of an endpoint of the library, reduced to what a pending sign-in needs. */
type EndpointContext = Parameters<typeof expireCookie>[0];

/**
 * Refuses a session of an account with a second factor before it is made, for every sign-in method. The browser gets a
 * cookie that names the account for `/sign-in/code`.
 *
 * @param context null outside of a call, without a browser
 * @throws {APIError} `error.secondfactor`
 */
export async function ensureCodeWasGiven(
  database: Database,
  accountId: string,
  context: object | null | undefined,
): Promise<void> {
  const call = context as EndpointContext | null;
  if (isWithCode(call) || !(await hasSecondFactor({ database }, accountId))) return;
  if (call) await waitForCode(call, accountId);
  throw authFailure("error.secondfactor");
}

/**
 * Ends a session again where the second factor was enabled since {@link ensureCodeWasGiven}: writing a session waits
 * for the account's lock, so that one of the two sees the other.
 *
 * @throws {APIError} `error.secondfactor`
 */
export async function ensureNoCodeIsMissing(
  database: Database,
  { id, userId }: { readonly id: string; readonly userId: string },
  context: object | null | undefined,
): Promise<void> {
  if (isWithCode(context) || !(await hasSecondFactor({ database }, userId))) return;
  await database.deleteFrom("session").where("id", "=", id).execute();
  throw authFailure("error.secondfactor");
}

/** Cookie of a sign-in that waits for its code; `better-auth-identity.ts` checks its name. */
function pendingSignInCookie({ context }: EndpointContext) {
  return context.createAuthCookie("waiting_sign_in", { maxAge: pendingSignInLifetimeMs / 1000 });
}

/** Name under which a pending sign-in is stored, as a digest; its value is the account. */
const identifierOf = (token: string) => `waiting-sign-in:${token}`;

async function waitForCode(call: EndpointContext, accountId: string): Promise<void> {
  const token = randomBytes(24).toString("base64url");
  await call.context.internalAdapter.createVerificationValue({
    value: accountId,
    identifier: identifierOf(token),
    expiresAt: new Date(Date.now() + pendingSignInLifetimeMs),
  });
  const { name, attributes } = pendingSignInCookie(call);
  await call.setSignedCookie(name, token, call.context.secret, attributes);
}

/**
 * Calls of the second factor (docs/product#second-factor). The library's own plugin opens a session first and ends it
 * again, accepts a code twice, and requires none after a sign-in with Google (docs/decisions/039).
 */
export function secondFactorCalls(deps: CallDeps) {
  const { limiter, mails } = deps;

  /**
   * Parses a typed code, and counts the attempt.
   *
   * @throws {APIError} where it is malformed, or over the limit
   */
  const takeCode = async (accountId: string, text: string): Promise<TypedCode> => {
    const typed = parseTypedCode(text);
    // A malformed code reveals nothing and does not count.
    if (typed === null) throw authFailure("error.wrongcode");
    await limiter.limitAccount(rateLimits.secondFactorMinute, accountId);
    await limiter.limitAccount(rateLimits.secondFactorHour, accountId);
    return typed;
  };

  return {
    id: "second-factor-calls",
    endpoints: {
      signInWithCode: createAuthEndpoint(
        "/sign-in/code",
        { method: "POST", body: codeSchema },
        async (context) => {
          const { internalAdapter, secret } = context.context;
          const cookie = pendingSignInCookie(context);
          const token = await context.getSignedCookie(cookie.name, secret);
          const pending = token
            ? await internalAdapter.findVerificationValue(identifierOf(token))
            : null;
          if (!token || !pending || pending.expiresAt <= new Date()) {
            throw authFailure("error.signinexpired");
          }
          const typed = await takeCode(pending.value, context.body.code);
          if (!(await spendCode(deps, pending.value, typed))) {
            const event = await countWrongCode(deps, pending.value);
            const owner = event && (await internalAdapter.findUserById(pending.value));
            if (event && owner) {
              // The client need not be the owner.
              const chosen = await findMailLanguage(deps, pending.value);
              const language = chosen ?? mailLanguageOf(context.headers);
              await mails.sendSecondFactor({ to: owner.email, language, event });
            }
            throw authFailure("error.wrongcode");
          }
          // Consumed once; a new password or the account's deletion may have ended it meanwhile.
          const ended = await internalAdapter.consumeVerificationValue(identifierOf(token));
          const user = ended && (await internalAdapter.findUserById(ended.value));
          if (!user) throw authFailure("error.signinexpired");
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          expireCookie(context, cookie);
          return context.json({ status: true });
        },
      ),
      setUpSecondFactor: createAuthEndpoint(
        "/second-factor/set-up",
        { method: "POST", body: v.object({ password: v.optional(v.string(), "") }) },
        async (context) => {
          const { id, emailVerified, signedInAt } = await ensureSession(context);
          const { internalAdapter, password } = context.context;
          const method = await internalAdapter.findCredentialAccount(id);
          const hash = method?.password;
          // Without a password to check, a stolen session could lock the owner out.
          if (!hash && Date.now() - signedInAt.getTime() >= recentSignInMs) {
            throw authFailure("error.signinagain");
          }
          if (hash && !(await password.verify({ hash, password: context.body.password }))) {
            throw authFailure("error.wrongpassword");
          }
          // A stranger who registered the address could otherwise lock its owner out for good.
          if (!emailVerified) throw authFailure("error.unconfirmed");
          const secret = await setUpSecondFactor(deps, id);
          if (secret === null) throw authFailure("error.conflict");
          return context.json({ secret });
        },
      ),
      enableSecondFactor: createAuthEndpoint(
        "/second-factor/turn-on",
        { method: "POST", body: v.object({ secret: v.string(), code: v.string() }) },
        async (context) => {
          const { id, email, sessionId } = await ensureSession(context);
          const { secret, code } = context.body;
          await takeCode(id, code);
          const given = { accountId: id, sessionId, secret, code };
          const result = await enableSecondFactor(deps, given);
          if (!result.ok) throw authFailure(result.code);
          await mails.sendSecondFactor({
            to: email,
            language: mailLanguageOf(context.headers),
            event: "on",
          });
          return context.json({ recoveryCodes: result.recoveryCodes });
        },
      ),
      renewRecoveryCodes: createAuthEndpoint(
        "/second-factor/recovery-codes",
        { method: "POST", body: codeSchema },
        async (context) => {
          const { id } = await ensureSession(context);
          const typed = await takeCode(id, context.body.code);
          const recoveryCodes = await renewRecoveryCodes(deps, id, typed);
          if (recoveryCodes === null) throw authFailure("error.wrongcode");
          return context.json({ recoveryCodes });
        },
      ),
      disableSecondFactor: createAuthEndpoint(
        "/second-factor/turn-off",
        { method: "POST", body: codeSchema },
        async (context) => {
          const { id, email } = await ensureSession(context);
          const typed = await takeCode(id, context.body.code);
          if (!(await disableSecondFactor(deps, id, typed))) throw authFailure("error.wrongcode");
          await mails.sendSecondFactor({
            to: email,
            language: mailLanguageOf(context.headers),
            event: "off",
          });
          return context.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
