import { answerAuthCall } from "./better-auth/answer-auth-call.ts";
import type { AuthDeps } from "./better-auth/build-auth.ts";
import { createBetterAuthIdentity } from "./better-auth-identity.ts";
import type { Caller } from "./caller.ts";
import { createAuth } from "./create-auth.ts";
import type { Identity } from "./identity.ts";

/** Whoever keeps the accounts, as the rest of the server sees it. */
export interface IdentityProvider {
  readonly identity: Identity;
  /** Answers a request below `/api/auth`, in the provider's own dialect. */
  answerCall(request: Request, caller: Caller): Promise<Response>;
}

/** The provider that the configuration asks for; there is one, our own server. */
export function createIdentity(deps: AuthDeps): IdentityProvider {
  if (!deps.config.rateLimits) {
    deps.log.warn("RATE_LIMITS is off: passwords can be guessed without limit");
  }
  const auth = createAuth(deps);
  return {
    identity: createBetterAuthIdentity({ ...deps, auth }),
    answerCall: (request, caller) => answerAuthCall(auth, request, caller),
  };
}
