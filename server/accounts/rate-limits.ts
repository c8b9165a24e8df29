import type { RateLimit } from "./rate-limit.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * How often each client address may try, and each account: for sign-in and what belongs to it, the
 * e-mail address that is named (docs/product#rate-limits).
 */
export const rateLimits = {
  signIn: { name: "sign-in", attempts: 10, windowMs: minuteMs },
  signUp: { name: "sign-up", attempts: 5, windowMs: hourMs },
  reset: { name: "reset", attempts: 5, windowMs: hourMs },
  codeCheck: { name: "code-check", attempts: 10, windowMs: minuteMs },
  write: { name: "write", attempts: 60, windowMs: minuteMs },
  addressSearch: { name: "address-search", attempts: 120, windowMs: minuteMs },
} as const satisfies Record<string, RateLimit>;
