import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { acceptTerms } from "#server/accounts/accepted-terms.ts";
import { readLegalTexts, termsVersionOf } from "#server/config/legal-texts.ts";
import { loadConfig } from "#server/config/load-config.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { attemptKey, consumeAttempt, rateLimits } from "#server/rate-limits/rate-limiter.ts";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { startMailServer } from "#tests/support/peers/mail-server.ts";
import { startOpenIdProvider } from "#tests/support/peers/open-id-provider.ts";
import { startTlsProxy } from "#tests/support/peers/tls-proxy.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/*
 * The product as an operator with Google and a mail server runs it, behind one proxy, with both of these
 * peers and an administrator; started by Playwright. Its back door, on a port of its own, tells the tests
 * what the peers received and does the work that needs the database.
 *
 * A second process of the product, on the same database and with the same peers, is reached by https only,
 * through a proxy that ends TLS.
 */

/** Checks of codes that are held up, by the client's address. */
const heldChecks = new Map<string, PromiseWithResolvers<void>>();

const { ACCOUNTS_PORT, ACCOUNTS_DOOR_PORT, ACCOUNTS_TLS_PORT, DATA_DIR } = process.env;
if (!ACCOUNTS_PORT || !ACCOUNTS_DOOR_PORT || !ACCOUNTS_TLS_PORT || !DATA_DIR) {
  throw new Error("run by Playwright only");
}
const publicUrl = `http://localhost:${ACCOUNTS_PORT}`;
const tlsUrl = `https://localhost:${ACCOUNTS_TLS_PORT}`;

const stopRequested = new Promise((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, resolve);
});
const postgres = await startEmbeddedPostgres({ dataDirectory: DATA_DIR, log: silentLog });
const database = connectDatabase(postgres.connection, { log: silentLog });
await migrate(database);
await addTestAdministrator(database);
const { config } = loadConfig({ DATA_DIR }) as Extract<ReturnType<typeof loadConfig>, { ok: true }>;
const termsVersion = termsVersionOf(readLegalTexts({ ...config, mapOrigins: [] }), config);
await acceptTerms({ database, termsVersion }, testAdministrator.id);
const mail = await startMailServer();
const google = await startOpenIdProvider(
  [publicUrl, tlsUrl].flatMap((origin) =>
    ["google", "oidc"].map((provider) => `${origin}/api/auth/callback/${provider}`),
  ),
);
const environment = {
  DATA_DIR,
  SMTP_URL: mail.url,
  MAIL_FROM: "Mosdó <posta@mosdo.example>",
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
  GOOGLE_DISCOVERY_URL: google.discoveryUrl,
  // The same peer, as the operator's provider.
  OIDC_ISSUER: google.issuer,
  OIDC_CLIENT_ID: google.clientId,
  OIDC_CLIENT_SECRET: google.clientSecret,
  OIDC_NAME: "Városkapu",
  ADMIN_USER_ID: testAdministrator.id,
  GEO_PROVIDER: "embedded",
  LOG_LEVEL: "warn",
};
const product = new ServerProcess(Number(ACCOUNTS_PORT), {
  ...environment,
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: "on",
  // Only this site may show the map in a frame.
  EMBED_ORIGINS: "https://town.example",
});
const tlsProductPort = await findFreePort();
const tlsProduct = new ServerProcess(tlsProductPort, {
  ...environment,
  PUBLIC_URL: tlsUrl,
  // The test names its client's address in front of the one that the proxy appends.
  TRUST_PROXY: "2",
  // The settings that the other product has the other way.
  VISITOR_DIRECTIONS: "on",
  VISITOR_REPORTS: "off",
  // A provider that is away.
  OIDC_ISSUER: `http://localhost:${await findFreePort()}`,
});
for (const { child } of [product, tlsProduct]) {
  child.stdout?.pipe(process.stdout);
  child.stderr?.pipe(process.stderr);
}
// As many proxies do by default: the product sees the name that the proxy has for it.
const tlsProxy = await startTlsProxy({
  to: tlsProductPort,
  port: Number(ACCOUNTS_TLS_PORT),
  passesHost: false,
});

const door = createServer(async (request, response) => {
  const body = await handleDoor(request).catch((error: unknown) => {
    response.statusCode = 500;
    return { error: String(error) };
  });
  response.setHeader("Content-Type", "application/json").end(JSON.stringify(body ?? null));
});
door.listen(Number(ACCOUNTS_DOOR_PORT), "localhost");
await once(door, "listening");

let administratorCookies: Promise<string[]> | null = null;

/** Signs the administrator in, once for all tests: more would exceed the limit on attempts. */
async function signAdministratorIn(): Promise<string[]> {
  const { email, password } = testAdministrator;
  const response = await fetch(`${publicUrl}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  if (response.status !== 302) throw new Error(`the sign-in answered ${response.status}`);
  return response.headers.getSetCookie();
}

/** Replaces one that an earlier run of the same test has left behind. */
async function addPlace(place: TestPlace): Promise<number> {
  if (place.address !== undefined) {
    await database
      .updateTable("place")
      .set({ deleted_at: new Date() })
      .where("address", "=", place.address)
      .where("deleted_at", "is", null)
      .execute();
  }
  return (await addPlaces(database, [place]))[0];
}

async function handleDoor({ url = "" }: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(url, publicUrl);
  const email = searchParams.get("email") ?? "";
  switch (pathname) {
    // Both processes of the product answer; Playwright waits for it.
    case "/readyz":
      await Promise.all([product.readyAfterMs(), tlsProduct.readyAfterMs()]);
      return "ready";
    // The last mail to an address whose subject holds a word.
    case "/mail": {
      await mail.mailTo(email);
      const subject = searchParams.get("subject") ?? "";
      for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 20) {
        const found = mail.received.findLast(
          (message) =>
            message.to?.some(({ address }) => address === email) &&
            message.subject?.includes(subject),
        );
        if (found) return { subject: found.subject, text: found.text, html: found.html };
        await delay(20);
      }
      throw new Error(`no mail to ${email} about ${subject}`);
    }
    // The lines of the product's log about errors in browsers (docs/product#errors-in-browsers).
    case "/browser-errors":
      return product.output.split("\n").filter((line) => line.includes('"browserError"'));
    case "/google-requests":
      return google.requests;
    // The `Set-Cookie` lines of a session of the administrator, the same one for all tests. What the others have
    // written with it would be too much for one account.
    case "/administrator":
      administratorCookies ??= signAdministratorIn();
      await database
        .deleteFrom("rate_limit")
        .where("key", "=", attemptKey(rateLimits.write.name, `account ${testAdministrator.id}`))
        .execute();
      return administratorCookies;
    // Adds a place, given as JSON, past all rules; the product's index knows it a second later.
    case "/add-place":
      return addPlace(JSON.parse(searchParams.get("place") ?? "{}"));
    // The account of an address.
    case "/account":
      return database
        .selectFrom("account")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirst();
    case "/disable":
      return database
        .updateTable("account")
        .set({ disabled: true })
        .where("email", "=", email)
        .returning("id")
        .execute();
    case "/age-codes":
      await database
        .updateTable("verification")
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where("value", "in", ({ selectFrom }) =>
          selectFrom("account").select("id").where("email", "=", email),
        )
        .execute();
      return "aged";
    // Holds up checks of codes from a client address until they are released; answers as soon as it does.
    case "/hold-codes": {
      const ipAddress = searchParams.get("address") ?? "";
      const [held, released] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
      heldChecks.set(ipAddress, released);
      const holding = database.transaction().execute(async (transaction) => {
        await consumeAttempt(transaction, rateLimits.codeCheck, `address ${ipAddress}`);
        held.resolve("held");
        await released.promise;
      });
      holding.catch(held.reject);
      return held.promise;
    }
    case "/release-codes":
      heldChecks.get(searchParams.get("address") ?? "")?.resolve();
      return "released";
    default:
      throw new Error(`no ${pathname}`);
  }
}

await Promise.race([stopRequested, product.exitCode(), tlsProduct.exitCode()]);
await tlsProxy[Symbol.asyncDispose]();
await Promise.all([product.stop(), tlsProduct.stop()]);
door.close();
door.closeAllConnections();
await database.destroy();
await postgres[Symbol.asyncDispose]();
await google[Symbol.asyncDispose]();
await mail[Symbol.asyncDispose]();
process.exit(0);
