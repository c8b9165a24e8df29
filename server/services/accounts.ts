import { fallbackLanguage, type Language } from "#domain/text/language.ts";
import {
  acceptTerms,
  acceptTermsAtRegistration,
  lacksTerms,
} from "#server/accounts/accepted-terms.ts";
import type { IdentityProvider } from "#server/accounts/identity.ts";
import { listContributions } from "#server/accounts/list-contributions.ts";
import { findMailPreferences, setMailPreferences } from "#server/accounts/mail-preferences.ts";
import { findSecondFactor, needsRecentSignIn } from "#server/accounts/second-factor.ts";
import { endOtherSessions, endSession, listSessions } from "#server/accounts/sessions.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { QueueFarewell } from "#server/mail/account-mails.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { exportAccount } from "#server/personal-data/export-account.ts";
import { bind, type WriteDeps } from "./bind.ts";

interface AccountServiceDeps {
  readonly provider: IdentityProvider;
  readonly writeDeps: WriteDeps;
  readonly timeZone: string;
  /** Version of the terms for contributors; null where there are none. */
  readonly termsVersion: string | null;
  /** Absent where the owner of a deleted account gets no mail. */
  readonly queueFarewell?: QueueFarewell;
}

export function accountServices(deps: AccountServiceDeps) {
  const { provider, writeDeps, timeZone, termsVersion, queueFarewell } = deps;
  const { database, publish } = writeDeps;
  return {
    /** Handles a request below `/api/auth`. */
    handleAuthRequest: provider.handleAuthRequest,
    ...bind(writeDeps, { exportAccount, listContributions }),
    ...bind({ ...writeDeps, timeZone }, { findMailPreferences, setMailPreferences }),
    ...bind(writeDeps, { listSessions, endSession, endOtherSessions, findSecondFactor }),
    ...bind({ database, termsVersion }, { lacksTerms, acceptTerms, acceptTermsAtRegistration }),
    /** Whether the viewer must sign in once more to delete the account. */
    needsRecentSignIn: ({ userId, sessionId }: Viewer): Promise<boolean> =>
      userId === null || sessionId === undefined
        ? Promise.resolve(false)
        : needsRecentSignIn(writeDeps, { accountId: userId, sessionId }),
    /** Deletes an account, with its reviews, and tells its owner by mail; see `deleteAccount`. */
    deleteAccount: async (
      accountId: string,
      language: Language = fallbackLanguage,
    ): Promise<boolean> => {
      const isDeleted = await deleteAccount(writeDeps, accountId, async (transaction, to) =>
        queueFarewell?.(transaction, { to, language }),
      );
      if (isDeleted) await publish();
      return isDeleted;
    },
  };
}
