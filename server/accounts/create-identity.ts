import { createBetterAuthIdentity } from "#server/accounts/better-auth/better-auth-identity.ts";
import type { AuthDeps } from "#server/accounts/better-auth/build-auth.ts";
import { type Auth, answerAuthCall, authPath } from "#server/accounts/better-auth/call-auth.ts";
import { googleDiscoveryUrl } from "#server/config/config.ts";
import type { Identity } from "./identity.ts";
import type { Caller } from "./viewer.ts";

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

const discoveryTimeoutMs = 5_000;

/**
 * Sets up the sign-in library, which is loaded meanwhile: it is half a second's work, and most
 * visitors never need it. Passwords work at once, whatever becomes of Google: the library asks
 * for Google's discovery document while it starts and without a time limit, so that one with Google
 * takes the place of one without it as soon as the document is known to be there.
 */
export function createAuth(deps: AuthDeps): Auth {
  const { config, log } = deps;
  const { google } = config;
  const loading = import("#server/accounts/better-auth/build-auth.ts");
  let auth = loading.then(({ buildAuth }) => buildAuth(deps, null));
  // Awaited by each call; until there is one, a failure must not end the process.
  auth.catch((error) => log.error({ err: error }, "the sign-in library could not be loaded"));
  let hasGoogle = false;
  let attempt: Promise<void> | null = null;

  async function addGoogle(): Promise<void> {
    if (google === null) return;
    await readDiscovery(googleDiscoveryUrl(google));
    const { buildAuth } = await loading;
    const withGoogle = buildAuth(deps, google);
    const { socialProviders } = await withGoogle.$context;
    if (socialProviders.length === 0) throw new Error("its discovery document is of no use");
    auth = Promise.resolve(withGoogle);
    hasGoogle = true;
  }

  async function ensureGoogle(): Promise<boolean> {
    if (hasGoogle || google === null) return hasGoogle;
    attempt ??= addGoogle()
      .catch((error) => log.warn({ err: error }, "signing in with Google does not work right now"))
      .finally(() => {
        attempt = null;
      });
    await attempt;
    return hasGoogle;
  }

  void ensureGoogle();
  return {
    ensureGoogle,
    async handle(request) {
      // The browser may come back from Google to another process than it left from.
      if (new URL(request.url).pathname.startsWith(`${authPath}/callback/`)) await ensureGoogle();
      return (await auth).handler(request);
    },
  };
}

async function readDiscovery(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${url} answers with ${answer.status}`);
}
