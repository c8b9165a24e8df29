import { type AuthDeps, buildAuth, googleDiscoveryUrl } from "./better-auth/build-auth.ts";

/** The sign-in library behind one door. */
export interface Auth {
  /** Answers a call below `/api/auth`. */
  handle(request: Request): Promise<Response>;
  /**
   * Makes sure that Google's discovery document has been read, trying again where an earlier
   * attempt failed; false where Google cannot be reached, or none is configured.
   */
  ensureGoogle(): Promise<boolean>;
}

const discoveryTimeoutMs = 5_000;

/**
 * Sets up the sign-in library. Passwords work at once, whatever becomes of Google: the library asks
 * for Google's discovery document while it starts and without a time limit, so that one with Google
 * takes the place of one without it as soon as the document is known to be there.
 */
export function createAuth(deps: AuthDeps): Auth {
  const { config, log } = deps;
  const { google } = config;
  let auth = buildAuth(deps, null);
  let hasGoogle = false;
  let attempt: Promise<void> | null = null;

  async function addGoogle(): Promise<void> {
    if (google === null) return;
    await readDiscovery(google.discoveryUrl ?? googleDiscoveryUrl);
    const withGoogle = buildAuth(deps, google);
    const { socialProviders } = await withGoogle.$context;
    if (socialProviders.length === 0) throw new Error("its discovery document is of no use");
    auth = withGoogle;
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
      if (new URL(request.url).pathname.startsWith("/api/auth/callback/")) await ensureGoogle();
      return auth.handler(request);
    },
  };
}

async function readDiscovery(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`${url} answers with ${answer.status}`);
}
