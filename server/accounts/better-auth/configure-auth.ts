import { randomUUID } from "node:crypto";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { BaseLogger } from "pino";
import * as v from "valibot";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import {
  resetLinkLifetimeMs,
  sessionLifetimeMs,
  sessionRenewalMs,
  verificationLinkLifetimeMs,
} from "#domain/account/lifetimes.ts";
import { passwordLength } from "#domain/account/password-rules.ts";
import { type Config, isHttps, ownOrigin } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { AccountMails } from "#server/mail/account-mails.ts";
import { accountHooks } from "./account-hooks.ts";
import { authPath, mailLanguageOf, type ProviderId } from "./call-auth.ts";
import { emailConfirmation, resetCodeCheck } from "./code-checks.ts";
import { createAttemptLimiter, guardRequests, setKnownBrowserCookie } from "./guard-requests.ts";
import { createPasswordCheck, hashPassword } from "./password-hash.ts";
import { secondFactorCalls } from "./second-factor-calls.ts";

export interface AuthDeps {
  readonly config: Pick<Config, "publicUrl" | "port" | "google" | "openId" | "rateLimits">;
  /** Signs session cookies and the links that confirm an e-mail address. */
  readonly authSecret: string;
  readonly database: Database;
  readonly mails: AccountMails;
  readonly log: Pick<BaseLogger, "debug" | "info" | "warn" | "error">;
  /** Called with the name of the rate limit for each refused call. */
  readonly onRefused?: (limitName: string) => void;
}

/** OpenID Connect provider that is reachable. */
export interface ReadyProvider {
  readonly id: ProviderId;
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * `issuerName` that distinguishes the provider's accounts from those of a provider that replaced it; null for Google.
   */
  readonly issuer: string | null;
  /** Client authentication method that the provider accepts. */
  readonly authentication: "basic" | "post";
  /** Whether its redirect contains the issuer (RFC 9207). */
  readonly announcesIssuer: boolean;
}

/**
 * Sign-in library with the product's settings: passwords and sessions in our database, our own limits, and the
 * providers given. Its start reads their discovery documents once; where one is unreachable, it starts without that
 * provider.
 */
export function configureAuth(deps: AuthDeps, providers: readonly ReadyProvider[]) {
  const { config, authSecret, database, log, onRefused } = deps;
  const origin = ownOrigin(config);
  const isBehindHttps = isHttps(config.publicUrl);
  const limiter = createAttemptLimiter({ database, isOn: config.rateLimits, onRefused });
  return betterAuth({
    ...authTables,
    appName: "Mosdó",
    baseURL: origin,
    basePath: authPath,
    secret: authSecret,
    // Transactions of the library are off: each would hold a connection while a password is hashed, and a few dozen
    // registrations at once would take every connection. A crash in between leaves an account without a password; a
    // password reset repairs it.
    database: { db: database, type: "postgres", transaction: false },
    // Our origin without `PUBLIC_URL`: that of the request's URL.
    trustedOrigins: (request) =>
      config.publicUrl === null && request ? [new URL(request.url).origin] : [],
    emailAndPassword: passwords(deps),
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: verificationLinkLifetimeMs / 1000,
      sendVerificationEmail: ({ user, token }, request) =>
        deps.mails.sendVerification({
          to: user.email,
          code: token,
          language: mailLanguageOf(request?.headers),
        }),
    },
    plugins: [
      resetCodeCheck,
      emailConfirmation,
      secondFactorCalls({
        database,
        authSecret,
        limiter,
        mails: deps.mails,
        now: () => new Date(),
      }),
      ...(providers.length > 0 ? [signInProviders(providers)] : []),
    ],
    hooks: {
      before: guardRequests({
        ...{ database, limiter, mails: deps.mails },
        announcing: providers.filter((provider) => provider.announcesIssuer).map(({ id }) => id),
      }),
      after: endPreviousSession,
    },
    databaseHooks: accountHooks(database),
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: {
      errorURL: `${origin}/login`,
      // A refusal is a normal response; only unexpected errors are logged.
      onError: (error) => {
        if (!(error instanceof APIError)) log.error({ err: error }, "an accounts call failed");
      },
    },
    advanced: {
      // Behind https, browsers accept such a cookie only from this host, not from a sibling or parent domain.
      cookiePrefix: isBehindHttps ? "__Host-mosdo" : "mosdo",
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isBehindHttps },
      // Our migrations make the tables; a test compares them with those that the library expects.
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { disableIpTracking: true },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Messages only: the values that come with them may contain tokens.
    logger: {
      level: "error",
      log: (level, message, ...details) => {
        const cause = details.find((detail) => detail instanceof Error);
        log[level === "error" ? "error" : "debug"](
          { reason: cause?.message },
          `accounts: ${message}`,
        );
      },
    },
  });
}

/** Models of the library: their names and fields in our database, and their options. */
const authTables = {
  user: {
    modelName: "account",
    fields: {
      emailVerified: "email_verified",
      image: "photo_url",
      createdAt: "created_at",
      updatedAt: "updated_at",
    },
    additionalFields: {
      disabled: { type: "boolean", required: false, defaultValue: false, input: false },
      moderator_since: { type: "date", required: false, input: false },
    },
    // An e-mail address that the provider itself has not verified proves nothing, and neither does the response of
    // another provider than the one that the browser was redirected to.
    validateUserInfo: async ({ user, source }) => {
      if (source.method !== "oauth") return undefined;
      const leftFor = (await getOAuthState())?.serverContext?.leftFor;
      const from = source.oauth?.providerId;
      const isProven = user.emailVerified === true && from !== undefined && from === leftFor;
      return isProven ? undefined : { error: "error.googleerror" };
    },
  },
  session: {
    modelName: "session",
    fields: {
      userId: "account_id",
      expiresAt: "expires_at",
      createdAt: "created_at",
      updatedAt: "updated_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
    },
    expiresIn: sessionLifetimeMs / 1000,
    updateAge: sessionRenewalMs / 1000,
  },
  account: {
    modelName: "sign_in_method",
    fields: {
      userId: "account_id",
      providerId: "provider",
      accountId: "provider_account_id",
      createdAt: "created_at",
      updatedAt: "updated_at",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
    },
    updateAccountOnSignIn: false,
    // A password that a stranger set up on the same address before is removed (account-hooks.ts).
    accountLinking: {
      enabled: true,
      requireLocalEmailVerified: false,
      updateUserInfoOnLink: true,
    },
  },
  verification: {
    modelName: "verification",
    fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    storeIdentifier: "hashed",
  },
} satisfies Pick<BetterAuthOptions, "user" | "session" | "account" | "verification">;

/** UTF-16 units of a password from elsewhere (docs/product#old-passwords). */
const longestOldPassword = 4096;

function passwords(deps: AuthDeps): BetterAuthOptions["emailAndPassword"] {
  const { database, mails } = deps;
  return {
    enabled: true,
    // Our own rules apply (domain/account/password-rules.ts), and only to new passwords.
    minPasswordLength: passwordLength.min,
    maxPasswordLength: longestOldPassword,
    resetPasswordTokenExpiresIn: resetLinkLifetimeMs / 1000,
    revokeSessionsOnPasswordReset: true,
    password: { hash: hashPassword, verify: createPasswordCheck(deps) },
    sendResetPassword: ({ user, token }, request) =>
      mails.sendReset({ to: user.email, code: token, language: mailLanguageOf(request?.headers) }),
    // The sender of the code reads the mails of this address, so the address counts as confirmed; older codes end.
    async onPasswordReset({ user }) {
      await database
        .updateTable("account")
        .set({ email_verified: true, updated_at: new Date() })
        .where("id", "=", user.id)
        .execute();
      await database.deleteFrom("verification").where("value", "=", user.id).execute();
    },
  };
}

/** OpenID Connect with PKCE, state, and a nonce in an ID token whose signature and issuer are checked. */
function signInProviders(providers: readonly ReadyProvider[]) {
  return genericOAuth({
    config: providers.map(({ id, issuer, announcesIssuer: _, ...provider }) => ({
      ...provider,
      providerId: id,
      scopes: ["openid", "email", "profile"],
      pkce: true,
      requireIdTokenVerification: true,
      disableProviderLogout: true,
      // Without a valid e-mail address the sign-in fails.
      mapProfileToUser: ({ email }: { email?: unknown }) => ({
        email: (typeof email === "string" && parseEmailAddress(email)) || "",
      }),
      accountSubject: ({ tokens }: { tokens: { idToken?: string } }) => {
        const subject = provenSubject(tokens.idToken, provider.clientId);
        return issuer === null || subject === "" ? subject : `${issuer} ${subject}`;
      },
    })),
  });
}

/**
 * Subject of an ID token (OpenID Connect Core 1.0, 3.1.3.7), whose signature, issuer, audience and nonce the library
 * has checked where there is one. Empty without a token, without a subject, and for a token that was issued to another
 * client; an empty one fails the sign-in.
 */
export function provenSubject(idToken: string | undefined, clientId: string): string {
  const payload = idToken?.split(".")[1];
  if (payload === undefined) return "";
  const claims = v.safeParse(
    v.object({
      sub: v.pipe(v.string(), v.regex(/\S/)),
      aud: v.union([v.string(), v.array(v.string())]),
      azp: v.optional(v.string()),
    }),
    JSON.parse(Buffer.from(payload, "base64url").toString()),
  );
  if (!claims.success) return "";
  const { sub, aud, azp } = claims.output;
  const isShared = typeof aud !== "string" && aud.length > 1;
  return azp === clientId || (azp === undefined && !isShared) ? sub : "";
}

/**
 * Sign-in makes the browser a known one. It always begins a new session and ends the one of the browser: a session that
 * was planted in the browser, or left behind in it, is worthless afterwards (session fixation).
 */
export const endPreviousSession = createAuthMiddleware(async (context) => {
  const { newSession, authCookies, secret, internalAdapter } = context.context;
  if (!newSession) return;
  await setKnownBrowserCookie(context, newSession.session.userId);
  const previous = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  if (previous && previous !== newSession.session.token) {
    await internalAdapter.deleteSession(previous);
  }
});
