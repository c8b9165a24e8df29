import { Hono } from "hono";
import { createIdentity, type IdentityProvider } from "#server/accounts/create-identity.ts";
import { identifyViewer } from "#server/accounts/identify-viewer.ts";
import type { Identity } from "#server/accounts/identity.ts";
import type { GoogleConfig } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { EmbeddedConnection } from "#server/database/embedded-postgres.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { identifyCaller } from "#server/http/identify-caller.ts";
import { requireOwnOrigin } from "#server/http/require-own-origin.ts";
import type { AccountMail } from "#server/mail/account-mails.ts";
import { createTestDatabase } from "./database.ts";
import { silentLog } from "./silent-log.ts";

/** The origin that the accounts of tests are at. */
export const testOrigin = "https://mosdo.test";

/** What signs their sessions and the links of their mails. */
export const testAuthSecret = "a-secret-that-is-only-for-tests-0123456789";

export interface TestAccounts extends AsyncDisposable {
  readonly identity: Identity;
  readonly database: Database;
  /** For a look at the database from outside. */
  readonly connection: EmbeddedConnection;
  /** The mails so far, with their codes. */
  readonly mails: readonly (AccountMail & { kind: "reset" | "verification" })[];
  /** Sends a request to what stands before and behind `/api/auth` in the product. */
  request(path: string, init?: RequestInit): Promise<Response>;
}

/** Accounts on a database of their own, as the product sets them up. */
export async function createTestAccounts({
  google = null,
  rateLimits = true,
  publicUrl = testOrigin,
}: {
  google?: GoogleConfig | null;
  rateLimits?: boolean;
  publicUrl?: string;
} = {}): Promise<TestAccounts> {
  const db = await createTestDatabase();
  const mails: TestAccounts["mails"][number][] = [];
  const provider = createIdentity({
    config: { publicUrl, port: 3000, google, rateLimits },
    authSecret: testAuthSecret,
    database: db.database,
    log: silentLog,
    mails: {
      sendReset: async (mail) => void mails.push({ ...mail, kind: "reset" }),
      sendVerification: async (mail) => void mails.push({ ...mail, kind: "verification" }),
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

function appBefore({ identity, answerCall }: IdentityProvider, publicUrl: string) {
  const app = new Hono<AppEnvironment>();
  app.use(requireOwnOrigin(publicUrl));
  app.use(
    identifyCaller({
      trustedProxies: 1,
      identifyViewer: (caller) =>
        identifyViewer({ identity, config: { administratorUserId: null } }, caller),
    }),
  );
  app.all("/api/auth/*", ({ req, var: { caller } }) => answerCall(req.raw, caller));
  app.get("/whoami", ({ json, var: { viewer } }) => json(viewer));
  return app;
}
