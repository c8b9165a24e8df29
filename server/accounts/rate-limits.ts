import type { RateLimit } from "./rate-limit.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * How often accounts may be tried, for each client address and for each e-mail address that is
 * named (decisions, 23).
 */
export const rateLimits = {
  signIn: { name: "sign-in", attempts: 10, windowMs: minuteMs },
  signUp: { name: "sign-up", attempts: 5, windowMs: hourMs },
  reset: { name: "reset", attempts: 5, windowMs: hourMs },
  codeCheck: { name: "code-check", attempts: 10, windowMs: minuteMs },
} as const satisfies Record<string, RateLimit>;
