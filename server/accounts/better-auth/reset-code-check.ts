import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import * as v from "valibot";
import { refusal } from "./refusal.ts";

const requestSchema = v.object({ code: v.string() });

/**
 * A call that the library has not: tells which account's password a code can set, and leaves the
 * code good (docs/product#mail-links).
 */
export const resetCodeCheck = {
  id: "reset-code-check",
  endpoints: {
    checkResetCode: createAuthEndpoint(
      "/reset-code",
      { method: "POST", body: requestSchema },
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
