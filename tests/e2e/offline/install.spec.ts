import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { Browser } from "@playwright/test";
import { languages } from "#domain/text/language.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * What the browser itself says of installing the product: it reads the manifest, loads an icon, and names what
 * it misses.
 */

interface Install {
  readonly errors: readonly { errorId: string }[];
  readonly manifestErrors: readonly { message: string }[];
  readonly manifest: Manifest;
}

interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly lang: string;
  readonly theme_color: string;
  readonly icons: readonly { purpose?: string }[];
  readonly shortcuts: readonly { name: string; url: string }[];
}

/** Asks a browser of a language, as its menu does before it offers to install the page. */
async function queryBrowser(
  browser: Browser,
  { origin, locale, chosen }: { origin: string; locale: string; chosen?: string },
): Promise<Install> {
  const context = await browser.newContext({ locale });
  if (chosen) await context.addCookies([{ name: "i18next", value: chosen, url: origin }]);
  const page = await context.newPage();
  // The manifest is that of every page, and this one is light.
  await page.goto(`${origin}/guide`);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const { errors, data } = await session.send("Page.getAppManifest");
  await context.close();
  return {
    errors: installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    manifestErrors: errors,
    manifest: JSON.parse(data ?? "null"),
  };
}

const texts = {
  hu: { name: "Mosdókereső", nearest: "Legközelebbi mosdó" },
  en: { name: "Toilet Finder", nearest: "Nearest toilet" },
  de: { name: "Toilettenfinder", nearest: "Nächste Toilette" },
} as const;

test.describe("the browser finds nothing that keeps it from installing the product", {
  tag: "@phone",
}, () => {
  test("in each language, with its name and the way to the nearest place", async ({
    browser,
    baseURL,
  }) => {
    for (const language of languages) {
      const { errors, manifestErrors, manifest } = await queryBrowser(browser, {
        origin: baseURL!,
        locale: language,
      });
      expect(errors).toEqual([]);
      expect(manifestErrors).toEqual([]);
      expect(manifest).toMatchObject({ name: texts[language].name, lang: language });
      expect(manifest.shortcuts[0].name).toBe(texts[language].nearest);
      expect(manifest.shortcuts[0].url).toBe("/#nearest");
      expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
    }
    // The visitor's choice comes before the browser's language.
    const chosen = { origin: baseURL!, locale: "hu", chosen: "de" };
    const { manifest } = await queryBrowser(browser, chosen);
    expect(manifest).toMatchObject({ name: texts.de.name, lang: "de" });
  });

  test("with the operator's name, colour and logo, be it an SVG or an all too small PNG", async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-install-"));
    const start = async (kind: "svg" | "png") => {
      const logo = join(folder, `logo.${kind}`);
      writeFileSync(logo, await logoOf(kind));
      const server = new ServerProcess(await findFreePort(), {
        DATA_DIR: folder,
        GEO_PROVIDER: "embedded",
        LOG_LEVEL: "warn",
        SAMPLE_PLACES: "off",
        SITE_NAME: "Stadt-WC",
        SITE_COLOR: "#7a1f5c",
        SITE_LOGO: logo,
      });
      servers.push(server);
      await server.readyAfterMs();
      return server;
    };
    const servers: ServerProcess[] = [];
    try {
      // The second joins the first one's database.
      for (const kind of ["svg", "png"] as const) {
        const { origin } = await start(kind);
        const { errors, manifestErrors, manifest } = await queryBrowser(browser, {
          origin,
          locale: "de",
        });
        expect(errors, kind).toEqual([]);
        expect(manifestErrors, kind).toEqual([]);
        expect(manifest).toMatchObject({
          name: "Stadt-WC",
          short_name: "Stadt-WC",
          lang: "de",
          theme_color: "#7a1f5c",
        });
      }
    } finally {
      for (const server of servers.reverse()) await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test.describe("the worker", { tag: "@phone" }, () => {
  test.use({ serviceWorkers: "allow" });

  test("costs the first visit nothing before the page can be used", async ({ page, context }) => {
    const requests: string[] = [];
    context.on("request", (request) => requests.push(new URL(request.url()).pathname));
    // The browser's clock stands still until the page has been used.
    await page.clock.install();
    // By the page's clock, which need not be this process's.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.goto("/places");
    await untilHydrated(page);
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);
    // A filter's answer shows that the script has taken over.
    await page.locator("label").filter({ hasText: "Ingyenes" }).click();
    await expect(page).toHaveURL(/free=1/);
    await page.clock.runFor(5_900);
    expect(await isRegistered()).toBe(false);
    expect(requests.filter((path) => /worker|\/places\/set/.test(path))).toEqual([]);
    await page.clock.resume();
    await page.clock.fastForward(100);
    await expect.poll(isRegistered, { timeout: 60_000 }).toBe(true);
  });
});

/** A logo; as a PNG smaller than what browsers install. */
async function logoOf(kind: "svg" | "png"): Promise<string | Buffer> {
  if (kind === "svg") {
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
  }
  const canvas = createCanvas(64, 64);
  canvas.getContext("2d").fillRect(0, 0, 64, 64);
  return canvas.encode("png");
}
