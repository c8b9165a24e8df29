import { createHash, randomBytes, randomInt } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { ModerationQueue, PendingReport } from "#domain/moderation/moderation-queue.ts";
import type { TaskKind } from "#domain/moderation/task-kinds.ts";
import { appCode } from "#tests/support/accounts/app-code.ts";
import type { TestPlace } from "#tests/support/database/add-places.ts";
import { test as base, expect } from "./test.ts";
import { openHydrated } from "./until-hydrated.ts";

export { expect };

/** A password that meets every rule. */
export const goodPassword = "Mosdo-2026!";

const port = Number(process.env.E2E_PORT ?? 3217) + 1;

/** The product with Google and a mail server (`accounts-server.ts`). */
export const accountsOrigin = `http://localhost:${port}`;

/** Ports of the accounts' server, its back door and the proxy that ends TLS. */
const accountsPorts = { product: port, door: port + 1, tls: port + 2 } as const;

/** The same product behind the proxy that ends TLS; its tests ignore that the certificate is self-signed. */
export const accountsTlsOrigin = `https://localhost:${accountsPorts.tls}`;

export interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The link in a mail to a page of the product, the same in the mail's text and in its HTML. */
export function linkOf({ text, html }: ReceivedMail): string {
  const link = /https?:\/\/localhost:\d+\/mail\?\S+/.exec(text)?.[0] ?? "no link";
  expect(html.replaceAll("&amp;", "&")).toContain(`"${link}"`);
  return link;
}

interface RequestFixtures {
  /** An address that other tests do not use. */
  email: string;
  /** Asks the back door of the accounts' server. */
  callDoor: <Result>(path: string) => Promise<Result>;
  /**
   * The link in the last mail to an address, the same in the mail's text and in its HTML.
   *
   * @param subject a part of the mail's subject
   */
  mailedLink: (email: string, subject: string) => Promise<string>;
  /** Creates an account without signing the page in. */
  createAccount: (email: string) => Promise<void>;
  /**
   * Adds a place past all rules; returns its id. Lists and tiles show it a second or two later, its own page
   * at once. All tests share the sample places: a test that changes a place adds its own, at an address of
   * its own.
   */
  addPlace: (place?: TestPlace) => Promise<number>;
  /**
   * `Cookie` of the administrator (`add-account.ts` has the address and password). All tests share the one session:
   * do not sign out with it.
   */
  administratorCookie: () => Promise<string>;
}

/**
 * The test function for the product with Google and mail, where requests show enough and no browser is started. Each
 * test has a client address of its own, so that the limits on attempts, which hold here as everywhere, count for each
 * test alone.
 */
export const requestTest = base.extend<RequestFixtures>({
  baseURL: accountsOrigin,
  extraHTTPHeaders: async ({ email }, use) => {
    await use({ "X-Forwarded-For": ipAddressOf(email) });
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  email: async ({}, use) => {
    await use(`anna-${randomBytes(6).toString("hex")}@example.org`);
  },
  callDoor: async ({ playwright }, use) => {
    const door = await playwright.request.newContext();
    await use(async (path) => {
      const response = await door.get(`http://localhost:${accountsPorts.door}${path}`);
      if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
      return response.json();
    });
    await door.dispose();
  },
  mailedLink: async ({ callDoor }, use) => {
    await use(async (email, subject) =>
      linkOf(await callDoor<ReceivedMail>(`/mail?email=${email}&subject=${subject}`)),
    );
  },
  addPlace: async ({ callDoor }, use) => {
    await use((place = {}) =>
      callDoor(`/add-place?place=${encodeURIComponent(JSON.stringify(place))}`),
    );
  },
  administratorCookie: async ({ callDoor }, use) => {
    await use(async () => {
      const lines = await callDoor<string[]>("/administrator");
      return lines.map((line) => line.split(";", 1)[0]).join("; ");
    });
  },
  createAccount: async ({ playwright, baseURL }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async (email) => {
      // A client address of its own: such a test is not about the limit on new accounts.
      const client = await playwright.request.newContext({
        baseURL,
        extraHTTPHeaders: { "X-Forwarded-For": ipAddressOf(`${email}-maker`) },
      });
      requests.push(client);
      await register(client, email);
    });
    for (const client of requests) await client.dispose();
  },
});

interface PageFixtures {
  /** Signs the page's browser in as the administrator, without the page (`administratorCookie`). */
  becomeAdministrator: () => Promise<void>;
  /** Keeps the map page light: without WebGL its map is a picture. */
  withoutMap: undefined;
}

/** The test function for pages of the product with Google and mail (`requestTest`). */
export const test = requestTest.extend<PageFixtures>({
  // Refused forms answer with their status; the provider has an origin of its own.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  expectedErrors: async ({}, use) => {
    await use([
      /status (of )?(401|403|404|409|410|422|429)/,
      /^foreign request: http:\/\/localhost:\d+\//,
    ]);
  },
  withoutMap: [
    async ({ page }, use) => {
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await use(undefined);
    },
    { auto: true },
  ],
  becomeAdministrator: async ({ context, administratorCookie }, use) => {
    await use(async () => {
      const cookies = (await administratorCookie()).split("; ").map((pair) => {
        const equals = pair.indexOf("=");
        return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url: accountsOrigin };
      });
      await context.addCookies(cookies);
    });
  },
});

/** A point in Hungary that other tests do not use: on one point, places name each other in their panels. */
export function somewhere(): { latitude: number; longitude: number } {
  return { latitude: randomInt(463e5, 479e5) / 1e6, longitude: randomInt(175e5, 21e6) / 1e6 };
}

/** Registers by a plain form, which signs the client in. */
async function register(client: APIRequestContext, email: string): Promise<void> {
  const form = { email, password: goodPassword, confirmation: goodPassword, terms: "1" };
  const response = await client.post("/register", { form, maxRedirects: 0 });
  expect(response.status()).toBe(302);
}

/** Registers through the page; it ends on the map. */
export async function registerOnPage(page: Page, email: string, confirmation = goodPassword) {
  await openHydrated(page, "/register");
  await page.getByLabel("E-mail-cím").fill(email);
  await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
  await page.getByLabel("Jelszó még egyszer").fill(confirmation);
  await page.getByRole("checkbox", { name: "Elfogadom" }).check();
  await page.getByRole("button", { name: "Regisztráció" }).click();
}

/** Signs in through the page; it ends on the map. */
export async function signIn(page: Page, email: string, password = goodPassword) {
  await page.goto("/login");
  await signInOnForm(page, email, password);
}

/** Fills and sends the form of the page of signing in, which is open. */
export async function signInOnForm(page: Page, email: string, password = goodPassword) {
  await page.getByLabel("E-mail-cím").fill(email);
  await page.getByLabel("Jelszó", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Bejelentkezés", exact: true }).click();
}

/** Signs the page's browser in, without the page. */
export async function signInUnseen(page: Page, email: string, origin = accountsOrigin) {
  const form = { email, password: goodPassword };
  const headers = { Origin: origin };
  const response = await page.request.post("/login", { form, headers, maxRedirects: 0 });
  expect(response.status()).toBe(302);
}

/** Registers a new account and signs the page's browser in, without the page and with one hash of a password. */
export async function registerUnseen(page: Page, email: string, origin = accountsOrigin) {
  const form = { email, password: goodPassword, confirmation: goodPassword, terms: "1" };
  const headers = { Origin: origin, "Accept-Language": "hu" };
  const response = await page.request.post(`${origin}/register`, {
    form,
    headers,
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
}

/**
 * Turns the second factor of the page's account on, without the page. A code of the app is used by that: the next
 * one is `appCode(secret, undefined, 1)`, of the next time step, which the server takes already.
 *
 * @returns the app's secret and the recovery codes
 */
export async function enableSecondFactor(
  page: Page,
  { origin = accountsOrigin, password = goodPassword } = {},
): Promise<{ secret: string; codes: readonly string[] }> {
  const call = async (path: string, data: object) => {
    const headers = { Origin: origin };
    const url = `${origin}/api/auth/second-factor/${path}`;
    const response = await page.request.post(url, { data, headers });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { secret } = await call("set-up", { password });
  const { recoveryCodes } = await call("turn-on", { secret, code: appCode(secret) });
  return { secret, codes: recoveryCodes };
}

/** An address of the private range, a different one for each text. */
export function ipAddressOf(text: string): string {
  const [a, b, c] = createHash("sha256").update(text).digest();
  return `10.${a}.${b}.${c}`;
}

/** A page of one of the staff's lists, as the page's session sees it. */
async function fetchQueue(page: Page, part: TaskKind, number = 1) {
  const response = await page.request.get(`/api/v1/moderation?part=${part}&page=${number}`);
  const queue: ModerationQueue = await response.json();
  return { queue, pageCount: Math.ceil(queue.totals[part] / queue.per_page) };
}

/** All reports that wait, those of other tests too. */
export async function pendingReports(page: Page): Promise<PendingReport[]> {
  const { queue, pageCount } = await fetchQueue(page, "reports");
  const reports = [...(queue.reports ?? [])];
  for (let number = 2; number <= pageCount; number++) {
    reports.push(...((await fetchQueue(page, "reports", number)).queue.reports ?? []));
  }
  return reports;
}

/**
 * Opens one of the staff's lists on the page that an entry is on: what other tests have left is older, and may
 * fill the first page.
 */
export async function openAtEntry(page: Page, part: TaskKind, entry: Locator): Promise<void> {
  await expect(async () => {
    const { pageCount } = await fetchQueue(page, part);
    for (let number = pageCount; number > 0; number--) {
      await page.goto(`/moderation?part=${part}&page=${number}`);
      if (await entry.isVisible()) return;
    }
    throw new Error(`no such entry among ${part}`);
  }).toPass();
}
