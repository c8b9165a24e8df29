import { dirname, relative } from "node:path";
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  devices,
  type Page,
  type Request,
  type Response,
} from "@playwright/test";
import { addCost } from "#tests/support/processor-time.ts";
import { realClockOffsetMs, testNow } from "#tests/support/test-clock.ts";

export { expect } from "@playwright/test";

/** A test runs in a phone's window, but where it says `test.use(desktop)`. */
const { defaultBrowserType: _, ...desktopChrome } = devices["Desktop Chrome"];
export const desktop = { ...desktopChrome, viewport: { width: 1440, height: 900 } };

interface Fixtures {
  /**
   * Patterns of faults that a test provokes on purpose; any other fault fails it. Name one pattern, with `|`
   * where there are several: Playwright takes a pair in `test.use` for a value and options.
   */
  expectedErrors: RegExp[];
  /** Counts the processor time of the worker and its browser for the test's file. */
  countCost: undefined;
}

/**
 * The test function of every end-to-end test: a script error, a `console.error`, a hydration warning,
 * a failed request, an error status or a request to another origin fails the test that saw it.
 */
export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await giveClock(await newContext(options));
        onFreshConnections(context.request);
        return context;
      };
      await use(browser);
    },
    { scope: "worker" },
  ],
  request: async ({ request }, use) => use(onFreshConnections(request)),
  expectedErrors: [[], { option: true }],
  countCost: [
    async ({ browserName: _ }, use, { file, config }) => {
      await use(undefined);
      addCost(relative(dirname(config.configFile ?? config.rootDir), file));
    },
    { auto: true },
  ],
  // Of the page that a test asks for: one that only sends requests opens none.
  page: async ({ page, baseURL, expectedErrors }, use) => {
    const errors: string[] = [];
    watch(page, new URL(baseURL ?? "http://localhost").origin, (error) => errors.push(error));
    await use(page);
    // A test that has ended does not wait for what it answers in the server's place.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    const unexpected = errors.filter((error) => !expectedErrors.some((known) => known.test(error)));
    if (unexpected.length > 0) throw new Error(`Errors in the page:\n${unexpected.join("\n")}`);
  },
});

/**
 * A connection for each request of a test: the server ends one that is kept after five seconds, at the very moment at
 * which a test may use it again.
 */
function onFreshConnections(requests: APIRequestContext): APIRequestContext {
  const fetch = requests.fetch.bind(requests);
  requests.fetch = (request, options) =>
    fetch(request, { ...options, headers: { Connection: "close", ...options?.headers } });
  return requests;
}

/** Shifts `Date` alone, in a page or a worker. */
function shiftDate(offsetMs: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parts, made) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
}

/** A script that begins with the clock of the run: service workers get no init script. */
export function withClockOfRun(script: string): string {
  return `(${shiftDate})(${realClockOffsetMs()});${script}`;
}

/**
 * Gives a context's pages the clock of the run. The browser keeps the real one for its cookies, so it must not be
 * told a time of expiry.
 */
async function giveClock(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(shiftDate, realClockOffsetMs());
  const install = context.clock.install.bind(context.clock);
  context.clock.install = (options) => install({ time: testNow(), ...options });
  return context;
}

function watch(page: Page, origin: string, report: (error: string) => void) {
  page.on("pageerror", (error) => {
    // A navigation that another one has overtaken; the product does not tell of it either (`report-browser-error.ts`).
    if (error.name !== "AbortError") report(`script error: ${error.stack ?? error.message}`);
  });
  page.on("console", (message: ConsoleMessage) => {
    const isError = message.type() === "error" || /hydrat/i.test(message.text());
    if (isError) report(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("request", (request: Request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin || ["data:", "blob:"].includes(url.protocol);
    if (!isOwn) report(`foreign request: ${request.url()}`);
  });
  page.on("requestfailed", (request: Request) => {
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") report(`failed request: ${request.url()} ${reason}`);
  });
  page.on("response", (response: Response) => {
    if (response.status() >= 400) report(`status ${response.status()}: ${response.url()}`);
  });
}
