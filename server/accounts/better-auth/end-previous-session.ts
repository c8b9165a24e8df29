import { createAuthMiddleware } from "better-auth/api";

/**
 * Whoever signs in gets a session of their own, and the one that the browser came with ends: what
 * was planted in a browser before, or left behind in it, is good for nothing afterwards.
 */
export const endPreviousSession = createAuthMiddleware(async (context) => {
  const { newSession, authCookies, secret, internalAdapter } = context.context;
  if (!newSession) return;
  const previous = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  if (previous && previous !== newSession.session.token) {
    await internalAdapter.deleteSession(previous);
  }
});
