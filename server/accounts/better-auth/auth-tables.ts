import type { BetterAuthOptions } from "better-auth";

/** How the sign-in library's models and fields are called in our database (migration 002). */
export const authTables = {
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
    },
    // An address that Google itself has not checked shows nothing.
    validateUserInfo: ({ user, source }) => {
      if (source.method === "oauth" && user.emailVerified !== true) {
        return { error: "error.googleerror" };
      }
      return undefined;
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
    // Kept for a month after the last visit; renewed at most once a day.
    expiresIn: 30 * 24 * 60 * 60,
    updateAge: 24 * 60 * 60,
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
    // What a stranger set up on the same address before is dropped (account-hooks.ts).
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
