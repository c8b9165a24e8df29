import * as v from "valibot";
import { withTimeout } from "#server/concurrency/with-timeout.ts";
import {
  googleDiscoveryUrl,
  isOfIssuer,
  issuerName,
  openIdDiscoveryUrl,
} from "#server/config/config.ts";
import { type Auth, authPath, type ProviderId } from "./call-auth.ts";
import type { AuthDeps, ReadyProvider } from "./configure-auth.ts";

/** Time limit for a provider's discovery document, for our request and the library's. */
const discoveryTimeoutMs = 5_000;

/** Configured provider; it may be unreachable. */
type SetProvider = Omit<ReadyProvider, "authentication" | "announcesIssuer">;

/**
 * Starts to load the sign-in library, which takes half a second, and returns at once. Sign-ins by password do not wait
 * for a provider: the first instance has none, and one with the reachable providers replaces it as soon as a document
 * has been fetched.
 */
export function loadAuth(deps: AuthDeps): Auth {
  const { config, log } = deps;
  const providers = providersOf(config);
  const loading = import("./configure-auth.ts");
  let auth = loading.then(({ configureAuth }) => configureAuth(deps, []));
  // Each call awaits it; before the first call a failure must not end the process.
  auth.catch((error) => log.error({ err: error }, "the sign-in library could not be loaded"));
  let ready: readonly ReadyProvider[] = [];
  const attempts = new Map<ProviderId, Promise<void>>();
  let adding = Promise.resolve();

  /**
   * One after the other, so that each instance has the providers of the one before. One that has become unreachable is
   * left out, and added on its next use.
   */
  function add(provider: ReadyProvider): Promise<void> {
    const added = adding.then(async () => {
      const { configureAuth } = await loading;
      const others = await Promise.all(
        ready.map((other) =>
          readDiscovery(other).then(
            () => [other],
            () => [],
          ),
        ),
      );
      const next = [...others.flat(), provider];
      const withProvider = configureAuth(deps, next);
      const { socialProviders } = await withTimeout(
        discoveryTimeoutMs,
        withProvider.$context,
        () => {
          throw new Error("a discovery document takes too long");
        },
      );
      const started = next.filter(({ id }) => socialProviders.some((social) => social.id === id));
      if (!started.includes(provider)) throw new Error("the discovery document is of no use");
      auth = Promise.resolve(withProvider);
      ready = started;
    });
    adding = added.catch(() => {});
    return added;
  }

  async function ensureProvider(id: ProviderId): Promise<boolean> {
    const isReady = () => ready.some((provider) => provider.id === id);
    const provider = providers.find((each) => each.id === id);
    if (isReady() || provider === undefined) return isReady();
    const attempt =
      attempts.get(id) ??
      readDiscovery(provider)
        .then((metadata) => add({ ...provider, ...metadata }))
        .catch((error) => {
          const name = id === "google" ? "Google" : "the operator's provider";
          log.warn({ err: error }, `signing in with ${name} does not work right now`);
        })
        .finally(() => attempts.delete(id));
    attempts.set(id, attempt);
    await attempt;
    return isReady();
  }

  for (const { id } of providers) void ensureProvider(id);
  return {
    ensureProvider,
    async handle(request) {
      // The browser may come back from the provider to another process than the one that sent it there.
      const { pathname } = new URL(request.url);
      for (const { id } of providers) {
        if (pathname === `${authPath}/callback/${id}`) await ensureProvider(id);
      }
      return (await auth).handler(request);
    },
  };
}

function providersOf({ google, openId }: AuthDeps["config"]): SetProvider[] {
  const providers: SetProvider[] = [];
  if (google) {
    const { clientId, clientSecret } = google;
    const discoveryUrl = googleDiscoveryUrl(google);
    providers.push({ id: "google", issuer: null, clientId, clientSecret, discoveryUrl });
  }
  if (openId) {
    const { clientId, clientSecret } = openId;
    const issuer = issuerName(openId);
    const discoveryUrl = openIdDiscoveryUrl(openId);
    providers.push({ id: "oidc", issuer, clientId, clientSecret, discoveryUrl });
  }
  return providers;
}

/**
 * Fetches the discovery document; returns the client authentication method, and whether redirects contain the issuer.
 *
 * @throws where it is unreachable, or another issuer's (OpenID Connect Discovery, 4.3)
 */
async function readDiscovery({
  discoveryUrl,
  issuer,
}: SetProvider): Promise<Pick<ReadyProvider, "authentication" | "announcesIssuer">> {
  const response = await fetch(discoveryUrl, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${discoveryUrl} answers with ${response.status}`);
  }
  const document: unknown = await response.json();
  if (issuer !== null && !isOfIssuer(document, { issuer })) {
    throw new Error(`${discoveryUrl} is the document of another issuer`);
  }
  const read = v.safeParse(discoverySchema, document);
  const { methods, announcesIssuer } = read.success ? read.output : noDiscovery;
  // Default: basic (OpenID Connect Discovery, 3); Google accepts both.
  return {
    authentication: methods.includes("client_secret_post") ? "post" : "basic",
    announcesIssuer,
  };
}

const noDiscovery = { methods: [] as readonly unknown[], announcesIssuer: false };

const discoverySchema = v.pipe(
  v.object({
    token_endpoint_auth_methods_supported: v.fallback(v.array(v.unknown()), []),
    authorization_response_iss_parameter_supported: v.fallback(v.boolean(), false),
  }),
  v.transform((metadata) => ({
    methods: metadata.token_endpoint_auth_methods_supported,
    announcesIssuer: metadata.authorization_response_iss_parameter_supported,
  })),
);
