import { Hono } from "hono";
import {
  createBetterAuthIdentity,
  type Identity,
  type IdentityProvider,
} from "#server/accounts/better-auth/better-auth-identity.ts";
import type { RequestClient } from "#server/accounts/viewer.ts";
import type { GoogleConfig, OpenIdConfig } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { csrf } from "#server/http/middleware/csrf.ts";
import { identifyViewerOf } from "#server/http/middleware/identify-viewer.ts";
import type { AccountMail } from "#server/mail/account-mails.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/** Origin of the accounts of tests. */
export const testOrigin = "https://mosdo.test";

/** Secret that signs their sessions and the links of their mails. */
export const testAuthSecret = "a-secret-that-is-only-for-tests-0123456789";

/** `on` and `off`: the second factor was enabled or disabled. */
type MailKind = "reset" | "verification" | "decoy" | "on" | "off" | "guessed" | "ended";

export interface TestAccounts extends AsyncDisposable {
  readonly identity: Identity;
  readonly database: Database;
  /** Database, for direct checks. */
  readonly connection: EmbeddedConnection;
  /** The mails so far, with their codes. */
  readonly mails: readonly (AccountMail & { kind: MailKind })[];
  /** Sends a request to `/api/auth`, with the product's middleware. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** Accounts on a database of their own, as the product sets them up. */
export async function createTestAccounts({
  google = null,
  openId = null,
  rateLimits = true,
  publicUrl = testOrigin,
}: {
  google?: GoogleConfig | null;
  openId?: OpenIdConfig | null;
  rateLimits?: boolean;
  publicUrl?: string;
} = {}): Promise<TestAccounts> {
  const db = await createTestDatabase();
  const mails: TestAccounts["mails"][number][] = [];
  const provider = createBetterAuthIdentity({
    config: { publicUrl, port: 3000, google, openId, rateLimits },
    authSecret: testAuthSecret,
    database: db.database,
    log: silentLog,
    mails: {
      sendReset: async (mail) => void mails.push({ ...mail, kind: "reset" }),
      feignReset: async (mail) => void mails.push({ ...mail, to: "", kind: "decoy" }),
      sendVerification: async (mail) => void mails.push({ ...mail, kind: "verification" }),
      sendSecondFactor: async ({ event, ...mail }) =>
        void mails.push({ ...mail, code: "", kind: event }),
    },
  });
  const app = appBefore(provider, publicUrl);
  return {
    identity: provider.identity,
    database: db.database,
    connection: db.connection,
    mails,
    request: async (path, init) => app.request(new URL(path, publicUrl).href, init),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}

function appBefore({ identity, handleAuthRequest }: IdentityProvider, publicUrl: string) {
  const app = new Hono<AppEnvironment>();
  app.use(csrf(publicUrl));
  app.use(
    identifyViewerOf({
      trustedProxies: { count: 1, networks: [] },
      now: () => new Date(),
      isInStep: () => true,
      identity,
      administratorUserId: null,
    }),
  );
  app.all("/api/auth/*", ({ req, var: { client } }) => handleAuthRequest(req.raw, client));
  app.get("/whoami", ({ json, var: { viewer } }) => json(viewer));
  return app;
}

/** A browser with its own cookies. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #clientAddress: string;
  readonly #userAgent: string | null;

  constructor(clientAddress = "192.0.2.1", userAgent: string | null = null) {
    this.#clientAddress = clientAddress;
    this.#userAgent = userAgent;
  }

  /** Client of the browser's next request. */
  get client(): RequestClient {
    const headers = new Headers();
    if (this.cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    if (this.#userAgent !== null) headers.set("User-Agent", this.#userAgent);
    return { headers, clientAddress: this.#clientAddress, language: "hu" };
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Stores the cookies of a result, and returns the result. */
  store<Result extends object>(result: Result): Result {
    const lines = "setCookies" in result ? (result.setCookies as readonly string[]) : [];
    for (const line of lines) {
      const [pair, ...attributes] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) {
        this.cookies.delete(name);
      } else this.cookies.set(name, pair.slice(name.length + 1));
    }
    return result;
  }
}
