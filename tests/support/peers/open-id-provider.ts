import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Provider, { type Configuration } from "oidc-provider";

export interface OpenIdProvider extends AsyncDisposable {
  /** For `OIDC_ISSUER`. */
  readonly issuer: string;
  /** For `GOOGLE_DISCOVERY_URL`. */
  readonly discoveryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization requests that it accepted, in order: what a client sent for its safety. */
  readonly requests: readonly { state?: string; nonce?: string; codeChallengeMethod?: string }[];
}

const clientId = "mosdo-test";
const clientSecret = "the-secret-of-the-test-client";

interface ProviderOptions {
  readonly port?: number;
  readonly isStrict?: boolean;
  readonly hidesIdToken?: boolean;
}

/**
 * A real OpenID provider on a free port, instead of Google. It requires PKCE.
 *
 * Its one page asks for an e-mail address and believes it: the address is the account's id, `name` the part before the
 * @, and an address that begins with `unverified` is said to be unverified. The page's other button refuses to sign in.
 *
 * @param redirectUris where it may send the browser back to: `…/api/auth/callback/google`
 * @param options.isStrict as some providers are: the address is told by its UserInfo call alone, and the secret
 *   taken in a header alone
 * @param options.hidesIdToken hands out access tokens alone, as a provider of plain OAuth does
 */
export async function startOpenIdProvider(
  redirectUris: string[],
  { port = 0, isStrict = false, hidesIdToken = false }: ProviderOptions = {},
): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(port, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(redirectUris, isStrict));
  const requests: OpenIdProvider["requests"][number][] = [];
  provider.on("authorization.accepted", ({ oidc }) => {
    const { state, nonce, code_challenge_method } = oidc.params ?? {};
    requests.push({
      state: asText(state),
      nonce: asText(nonce),
      codeChallengeMethod: asText(code_challenge_method),
    });
  });
  provider.use(async (context, next) => {
    await next();
    if (hidesIdToken && context.path === "/token") {
      const { id_token: _, ...rest } = context.body as Record<string, unknown>;
      context.body = rest;
    }
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    // By this process's clock, as the expiry of its cookies: the browser takes the difference to its own into account.
    response.setHeader("Date", new Date().toUTCString());
    const isInteraction = request.url?.startsWith("/interaction/");
    void (isInteraction ? interact(provider, request, response) : handle(request, response));
  });
  return {
    issuer,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    requests,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function configuration(redirectUris: string[], isStrict: boolean): Configuration {
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    // As Google does it: the claims are in the ID token already.
    conformIdTokenClaims: isStrict,
    ...(isStrict && { clientAuthMethods: ["client_secret_basic"] }),
    cookies: { keys: ["the-cookie-key-of-the-test-provider"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: async () => ({
        sub: email,
        email,
        email_verified: !email.startsWith("unverified"),
        name: email.split("@")[0],
        picture: `https://pictures.test/${encodeURIComponent(email)}`,
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "POST") {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(page);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has("refuse")
    ? { error: "access_denied", error_description: "refused by the user" }
    : { login: { accountId: form.get("email") ?? "" } };
  await provider.interactionFinished(request, response, result);
}

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Test provider</title>
<form method="post">
<label>E-mail <input name="email" type="email" autofocus></label>
<button>Sign in</button> <button name="refuse" value="1">Refuse</button>
</form></html>`;

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
