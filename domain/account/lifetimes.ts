const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Time after the last visit at which a session ends (docs/product#sign-in). */
export const sessionLifetimeMs = 30 * dayMs;

/** Time after which a visit renews its session. */
export const sessionRenewalMs = dayMs;

/** Lifetime of the link in a password-reset mail (docs/product#password-reset). */
export const resetLinkLifetimeMs = hourMs;

/** Lifetime of the link that confirms an e-mail address (docs/product#confirmation-of-an-address). */
export const verificationLinkLifetimeMs = dayMs;

/** Time limit of the second step of a sign-in, after the right password (docs/product#second-factor). */
export const pendingSignInLifetimeMs = 10 * 60 * 1000;

/** Time in which a sign-in counts as recent, for actions that a stolen session must not do. */
export const recentSignInMs = 10 * 60 * 1000;

/** Time limit in which the first code must confirm the set-up of a second factor. */
export const secondFactorSetUpLifetimeMs = hourMs;
