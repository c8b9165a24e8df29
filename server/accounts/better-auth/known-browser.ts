import { createHash, randomBytes } from "node:crypto";
import type { setSessionCookie } from "better-auth/cookies";

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
export async function knownBrowser(
  context: CookieContext,
  accountId: string,
): Promise<string | null> {
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
