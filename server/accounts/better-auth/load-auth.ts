import { googleDiscoveryUrl } from "#server/config/config.ts";
import { type Auth, authPath } from "./call-auth.ts";
import type { AuthDeps } from "./configure-auth.ts";

/** Time limit of Google's discovery document. */
const discoveryTimeoutMs = 5_000;

/**
 * Starts to load the sign-in library and returns at once: loading takes half a second, and most
 * visitors never need it. Passwords do not wait for Google: the library fetches Google's discovery
 * document while it starts, without a time limit. So the first instance is one without Google; an
 * instance with Google replaces it as soon as the document is known to be there.
 */
export function loadAuth(deps: AuthDeps): Auth {
  const { config, log } = deps;
  const { google } = config;
  const loading = import("./configure-auth.ts");
  let auth = loading.then(({ configureAuth }) => configureAuth(deps, null));
  // Each call awaits it; before the first call a failure must not end the process.
  auth.catch((error) => log.error({ err: error }, "the sign-in library could not be loaded"));
  let hasGoogle = false;
  let attempt: Promise<void> | null = null;

  async function addGoogle(): Promise<void> {
    if (google === null) return;
    await readDiscovery(googleDiscoveryUrl(google));
    const { configureAuth } = await loading;
    const withGoogle = configureAuth(deps, google);
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
      // The browser may come back from Google to another process than the one that sent it there.
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
