const hourMs = 60 * 60 * 1000;

/** Lifetime of the link in a password-reset mail (docs/product#password-reset). */
export const resetLinkLifetimeMs = hourMs;

/** Lifetime of the link that confirms an e-mail address (docs/product#confirmation-of-an-address). */
export const verificationLinkLifetimeMs = 24 * hourMs;
