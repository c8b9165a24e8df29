import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import * as v from "valibot";
import { refusal } from "./refusal.ts";

const codeSchema = v.object({ code: v.string() });

/**
 * A call that the library has not: tells which account's password a code can set, and leaves the
 * code good (docs/product#mail-links).
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
        if (!user) throw refusal(422, "error.password-reset-expired-or-invalid");
        return context.json({ email: user.email });
      },
    ),
  },
} satisfies BetterAuthPlugin;

const linkSchema = v.object({ token: v.string() });
/** What the library signs into the link of a mail; the id binds it to one account of the address. */
const tokenSchema = v.object({
  email: v.string(),
  userId: v.string(),
  updateTo: v.optional(v.never()),
});

/**
 * Two calls in place of the library's own, whose GET confirms an address as soon as a mail scanner
 * follows the link: one tells whose address a link would confirm, the other confirms it.
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
  },
} satisfies BetterAuthPlugin;

async function findUser({ context }: { context: AuthContext }, token: string) {
  const claims = v.safeParse(tokenSchema, await verifyJWT(token, context.secret));
  const user = claims.success
    ? await context.internalAdapter.findUserById(claims.output.userId)
    : null;
  if (!claims.success || user?.email !== claims.output.email) {
    throw refusal(422, "error.password-reset-expired-or-invalid");
  }
  return user;
}
