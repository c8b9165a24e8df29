const hourMs = 60 * 60 * 1000;

/** How long the link of a reset mail works. */
export const resetLinkLifetimeMs = hourMs;

/** How long the link that confirms an e-mail address works. */
export const verificationLinkLifetimeMs = 24 * hourMs;
