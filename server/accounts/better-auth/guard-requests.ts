import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { AuthContext } from "better-auth";
import { addOAuthServerContext, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { setSessionCookie } from "better-auth/cookies";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { resetLinkLifetimeMs } from "#domain/account/lifetimes.ts";
import { checkNewPassword, checkResetPassword } from "#domain/account/password-rules.ts";
import type { Language } from "#domain/text/language.ts";
import type { IdentityErrorCode } from "#server/accounts/identity.ts";
import { isBehindSecondFactor } from "#server/accounts/second-factor.ts";
import type { Database } from "#server/database/connect.ts";
import type { AccountMails } from "#server/mail/account-mails.ts";
import {
  consumeAttempt,
  consumeClientAttempt,
  type RateLimit,
  type RateLimiter,
  type RetryAfterSeconds,
  rateLimits,
} from "#server/rate-limits/rate-limiter.ts";
import { authFailure } from "./auth-failure.ts";
import { callerPriority, clientAddressHeader, mailLanguageOf, prioritize } from "./call-auth.ts";

interface GuardDeps {
  readonly database: Database;
  readonly limiter: AttemptLimiter;
  readonly mails: Pick<AccountMails, "feignReset">;
  /** Providers that send their issuer with a code (RFC 9207). */
  readonly announcing: readonly string[];
}

type Guard = (context: GuardedContext) => Promise<Record<string, unknown> | undefined>;
type GuardedContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Checks before each call of the sign-in library, whether it comes from our pages or directly to `/api/auth`: the
 * limits, our rules for addresses and passwords, disabled accounts, and the failures that docs/product#account-failures
 * names more exactly than the library. A call that is not named here is not available.
 *
 * Invalid input, such as a weak password, is refused without counting as an attempt: it reveals nothing about any
 * account.
 */
export function guardRequests(deps: GuardDeps) {
  const guards = createGuards(deps);
  return createAuthMiddleware(async (context) => {
    const guard = guards[context.path];
    if (guard === undefined) throw authFailure("error.notfound");
    const body = await guard(context);
    if (context.path === "/callback/:id" && lacksIssuer(context, deps)) {
      // Another provider may have sent the code, so it is not exchanged.
      return { context: { query: { state: context.query?.state, error: "issuer_missing" } } };
    }
    return body && { context: { body: { ...context.body, ...body } } };
  });
}

function lacksIssuer({ params, query }: GuardedContext, { announcing }: GuardDeps): boolean {
  return announcing.includes(params?.id ?? "") && query?.code !== undefined && !query.iss;
}

function createGuards({ database, limiter, mails }: GuardDeps): Record<string, Guard> {
  const { signIn, signUp, reset, codeCheck } = rateLimits;
  const findAccount = (email: string) =>
    database
      .selectFrom("account")
      .select(["id", "disabled", "email_verified"])
      .where("email", "=", email)
      .executeTakeFirst();
  const open: Guard = async () => undefined;
  const countsCodes: Guard = async ({ headers }) => {
    await limiter.limit(headers, codeCheck);
    return undefined;
  };
  /** The account's limits are counted where its code is consumed. */
  const checksOwnCode: Guard = async (context) => {
    await ensureSession(context);
    return countsCodes(context);
  };
  /** Writes the same as a reset of a known address: a code of no account, and a decoy mail. */
  const feignReset = async (adapter: AuthContext["internalAdapter"], language: Language) => {
    const code = randomBytes(18).toString("base64url");
    const expiresAt = new Date(Date.now() + resetLinkLifetimeMs);
    await adapter.createVerificationValue({
      value: randomUUID(),
      identifier: `reset-password:${code}`,
      expiresAt,
    });
    await mails.feignReset({ code, language });
  };

  return {
    "/get-session": open,
    "/sign-out": open,
    "/ok": open,
    // The attempt was counted when the sign-in with the provider started.
    "/callback/:id": open,
    "/sign-in/email": async (context) => {
      const { body, headers } = context;
      const email = parseEmailAddress(asText(body?.email));
      const account = email === null ? undefined : await findAccount(email);
      const browser = account ? await knownBrowser(context, account.id) : null;
      await limiter.limit(headers, signIn, browser ?? email);
      if (email === null || !account) throw authFailure("error.usernotfound");
      if (browser !== null) prioritize(callerPriority.known);
      else if (account.email_verified) prioritize(callerPriority.confirmed);
      return { email };
    },
    "/sign-in/code": countsCodes,
    "/sign-in/social": async ({ body, headers }) => {
      await limiter.limit(headers, signIn);
      // Only a sign-in through the browser is bound to that browser by state and nonce.
      if (body?.idToken !== undefined) throw authFailure("error.googleerror");
      await addOAuthServerContext({ leftFor: body?.provider });
      return undefined;
    },
    "/sign-up/email": async ({ body, headers }) => {
      const email = parseEmailAddress(asText(body?.email));
      if (email === null) throw authFailure("error.invalidemail");
      ensureNewPassword(body?.password);
      await limiter.limit(headers, signUp, email);
      return { email, name: "", image: "" };
    },
    "/request-password-reset": async ({ body, headers, context }) => {
      const email = parseEmailAddress(asText(body?.email));
      if (email === null) throw authFailure("error.invalidemail");
      await limiter.limit(headers, reset, email);
      const account = await findAccount(email);
      if (account?.disabled) throw authFailure("error.disableduser");
      if (!account) await feignReset(context.internalAdapter, mailLanguageOf(headers));
      return { email };
    },
    "/confirmation-email": async (context) => {
      const { email } = await ensureSession(context);
      await limiter.limit(context.headers, reset, email);
      return undefined;
    },
    "/reset-code": countsCodes,
    "/reset-password": async ({ body, headers }) => {
      ensureNewPassword(body?.newPassword, checkResetPassword);
      await limiter.limit(headers, codeCheck);
      // The library hashes the password only after the code, which the address's owner has.
      prioritize(callerPriority.confirmed);
      return undefined;
    },
    "/email-token": countsCodes,
    "/confirm-email": countsCodes,
    "/change-password": async (context) => {
      const { id: accountId, email, sessionId } = await ensureSession(context);
      const { request } = context;
      if (request && (await isBehindSecondFactor({ database }, { accountId, sessionId }))) {
        changesBehindFactor.add(request);
      }
      ensureNewPassword(context.body?.newPassword);
      await limiter.limit(context.headers, signIn, email);
      prioritize(callerPriority.known);
      return { revokeOtherSessions: true };
    },
    "/second-factor/set-up": async (context) => {
      const { email } = await ensureSession(context);
      // It checks the password, as a sign-in does.
      await limiter.limit(context.headers, signIn, email);
      prioritize(callerPriority.known);
      return undefined;
    },
    "/second-factor/turn-on": checksOwnCode,
    "/second-factor/recovery-codes": checksOwnCode,
    "/second-factor/turn-off": checksOwnCode,
  };
}

/** Requests that change a password, from a session behind the second factor. */
const changesBehindFactor = new WeakSet<Request>();

/**
 * Whether a request that changes a password came from a session behind the second factor, so that the session that it
 * opens needs no code. Where the factor is enabled meanwhile, it does need one.
 */
export function beganBehindFactor(request: Request | undefined): boolean {
  return request !== undefined && changesBehindFactor.has(request);
}

/**
 * The session's account.
 *
 * @throws {APIError} `error.signin` without one
 */
export async function ensureSession(context: Parameters<typeof getSessionFromCtx>[0]) {
  const found = await getSessionFromCtx(context);
  if (found === null || found.user.disabled) throw authFailure("error.signin");
  const { id, email, emailVerified } = found.user;
  const { id: sessionId, createdAt } = found.session;
  return { id, email, emailVerified, sessionId, signedInAt: createdAt };
}

function ensureNewPassword(
  password: unknown,
  check: (password: string) => { readonly code: IdentityErrorCode } | null = checkNewPassword,
) {
  const failure = check(asText(password));
  if (failure) throw authFailure(failure.code);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export interface AttemptLimiter {
  /**
   * Counts an attempt by the request's client address and, where one is named, by the account.
   *
   * @param account e-mail address or id of the account that the attempt is about
   * @throws {APIError} 429 with `Retry-After` for an attempt over the limit
   */
  limit(headers: Headers | undefined, limit: RateLimit, account?: string | null): Promise<void>;

  /**
   * Counts an attempt by the account alone, from any IP address.
   *
   * @throws as `limit`
   */
  limitAccount(limit: RateLimit, account: string): Promise<void>;
}

export function createAttemptLimiter({ database, isOn, onRefused }: RateLimiter): AttemptLimiter {
  const refuse = (limit: RateLimit, retryAfterSeconds: RetryAfterSeconds) => {
    if (retryAfterSeconds === null) return;
    onRefused?.(limit.name);
    throw authFailure("error.toomanyrequests", { "Retry-After": String(retryAfterSeconds) });
  };
  const limitAccount: AttemptLimiter["limitAccount"] = async (limit, account) => {
    if (isOn) refuse(limit, await consumeAttempt(database, limit, `account ${account}`));
  };
  return {
    async limit(headers, limit, account = null) {
      if (!isOn) return;
      // The client address first: a refused client must not use up the account's attempts as well.
      const address = headers?.get(clientAddressHeader) ?? "unknown";
      refuse(limit, await consumeClientAttempt(database, limit, address));
      if (account !== null) await limitAccount(limit, account);
    },
    limitAccount,
  };
}

/** Context of a call of the library, reduced to its cookies. */
type CookieContext = Parameters<typeof setSessionCookie>[0];

/** A year; after it the browser is unknown. */
const lifetimeSeconds = 365 * 24 * 60 * 60;

const cookieOf = ({ context }: CookieContext) =>
  context.createAuthCookie("known_browser", { maxAge: lifetimeSeconds });

/** Derived from the account and its password: a new password makes every browser unknown. */
async function digestOf({ context }: CookieContext, accountId: string): Promise<string> {
  const method = await context.internalAdapter.findCredentialAccount(accountId);
  const known = `${accountId}\n${method?.password ?? ""}`;
  return createHash("sha256").update(known).digest("base64url").slice(0, 22);
}

/**
 * Name of a browser that has signed in to the account before, by its cookie; null for others. Its sign-in attempts have
 * a limit of their own, so that an attacker cannot lock the owner out by wrong passwords (docs/product#rate-limits).
 */
async function knownBrowser(context: CookieContext, accountId: string): Promise<string | null> {
  const value = await context.getSignedCookie(cookieOf(context).name, context.context.secret);
  if (!value) return null;
  return value.split(".", 1)[0] === (await digestOf(context, accountId)) ? value : null;
}

/** Gives the browser that has just signed in the cookie, unless it has it. */
export async function setKnownBrowserCookie(
  context: CookieContext,
  accountId: string,
): Promise<void> {
  if (await knownBrowser(context, accountId)) return;
  const { name, attributes } = cookieOf(context);
  const value = `${await digestOf(context, accountId)}.${randomBytes(12).toString("base64url")}`;
  await context.setSignedCookie(name, value, context.context.secret, attributes);
}
