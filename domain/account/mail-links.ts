const hourMs = 60 * 60 * 1000;

/** How long the link of a password-reset mail works (docs/product#password-reset). */
export const resetLinkLifetimeMs = hourMs;

/** How long the link that confirms an e-mail address works (docs/product#confirmation-of-an-address). */
export const verificationLinkLifetimeMs = 24 * hourMs;
