import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, getSessionFromCtx, sendVerificationEmailFn } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import * as v from "valibot";
import { authFailure } from "./auth-failure.ts";

const codeSchema = v.object({ code: v.string() });

/**
 * Check of a reset code, which the library lacks: returns whose password the code can set, and leaves the code valid
 * (docs/product#mail-links).
 */
export const resetCodeCheck = {
  id: "reset-code-check",
  endpoints: {
    checkResetCode: createAuthEndpoint(
      "/reset-code",
      { method: "POST", body: codeSchema },
      async (context) => {
        const { internalAdapter } = context.context;
        const found = await internalAdapter.findVerificationValue(
          `reset-password:${context.body.code}`,
        );
        const user =
          found && found.expiresAt > new Date()
            ? await internalAdapter.findUserById(found.value)
            : null;
        if (!user) throw authFailure("error.password-reset-expired-or-invalid");
        return context.json({ email: user.email });
      },
    ),
  },
} satisfies BetterAuthPlugin;

const linkSchema = v.object({ token: v.string() });
/** Content of the signed token in a mail's link; the id binds it to one account of the e-mail address. */
const tokenSchema = v.object({
  email: v.string(),
  userId: v.string(),
  updateTo: v.optional(v.never()),
});

/**
 * Confirmation of an e-mail address in two calls: one returns the address that a link would confirm, the other confirms
 * it; a third sends the mail once more. The library's own call is a GET, so it confirms an address as soon as a mail
 * scanner follows the link (docs/product#confirmation-of-an-address).
 */
export const emailConfirmation = {
  id: "email-confirmation",
  endpoints: {
    checkEmailToken: createAuthEndpoint(
      "/email-token",
      { method: "POST", body: linkSchema },
      async (context) => {
        const { email, createdAt, emailVerified } = await findUser(context, context.body.token);
        return context.json({ email, registered: createdAt, isVerified: emailVerified });
      },
    ),
    confirmEmail: createAuthEndpoint(
      "/confirm-email",
      { method: "POST", body: linkSchema },
      async (context) => {
        const { id } = await findUser(context, context.body.token);
        await context.context.internalAdapter.updateUser(id, { emailVerified: true });
        return context.json({ isVerified: true });
      },
    ),
    /** The library's own call accepts any address from a visitor without a session. */
    sendConfirmationEmail: createAuthEndpoint(
      "/confirmation-email",
      { method: "POST", body: v.object({}) },
      async (context) => {
        const session = await getSessionFromCtx(context);
        const isMissing = session !== null && !session.user.emailVerified;
        if (isMissing) await sendVerificationEmailFn(context, session.user);
        return context.json({ isSent: isMissing });
      },
    ),
  },
} satisfies BetterAuthPlugin;

async function findUser({ context }: { context: AuthContext }, token: string) {
  const claims = v.safeParse(tokenSchema, await verifyJWT(token, context.secret));
  const user = claims.success
    ? await context.internalAdapter.findUserById(claims.output.userId)
    : null;
  if (!claims.success || user?.email !== claims.output.email) {
    throw authFailure("error.password-reset-expired-or-invalid");
  }
  return user;
}
