import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { Browser } from "@playwright/test";
import { languages } from "#domain/text/language.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * What the browser itself says of installing the product: it reads the manifest, loads an icon, and names what
 * it misses.
 */

interface Install {
  readonly errors: readonly { errorId: string }[];
  readonly faults: readonly { message: string }[];
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
async function askBrowser(
  browser: Browser,
  { origin, locale, chosen }: { origin: string; locale: string; chosen?: string },
): Promise<Install> {
  const context = await browser.newContext({ locale });
  if (chosen) await context.addCookies([{ name: "i18next", value: chosen, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const { errors, data } = await session.send("Page.getAppManifest");
  await context.close();
  return {
    errors: installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    faults: errors,
    manifest: JSON.parse(data ?? "null"),
  };
}

const words = {
  hu: { name: "Mosdókereső", nearest: "Legközelebbi nyitott mosdó" },
  en: { name: "Toilet Finder", nearest: "Nearest open toilet" },
  de: { name: "Toilettenfinder", nearest: "Nächste geöffnete Toilette" },
} as const;

test.describe("the browser finds nothing that keeps it from installing the product", {
  tag: "@desktop",
}, () => {
  for (const language of languages) {
    test(`in ${language}, with its name and the way to the nearest open place`, async ({
      browser,
      baseURL,
    }) => {
      const { errors, faults, manifest } = await askBrowser(browser, {
        origin: baseURL!,
        locale: language,
      });
      expect(errors).toEqual([]);
      expect(faults).toEqual([]);
      expect(manifest).toMatchObject({ name: words[language].name, lang: language });
      expect(manifest.shortcuts[0].name).toBe(words[language].nearest);
      expect(manifest.shortcuts[0].url).toBe("/#nearest");
      expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
    });
  }

  test("in the language that the visitor has chosen, whatever the browser's is", async ({
    browser,
    baseURL,
  }) => {
    const { manifest } = await askBrowser(browser, {
      origin: baseURL!,
      locale: "hu",
      chosen: "de",
    });
    expect(manifest).toMatchObject({ name: words.de.name, lang: "de" });
  });

  for (const kind of ["svg", "png"] as const) {
    test(`with the operator's name, colour and logo, an ${kind === "svg" ? "SVG" : "all too small PNG"}`, async ({
      browser,
    }) => {
      const folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-install-"));
      const logo = join(folder, `logo.${kind}`);
      writeFileSync(logo, await logoOf(kind));
      const server = new ServerProcess(await findFreePort(), {
        DATA_DIR: folder,
        GEO_PROVIDER: "embedded",
        LOG_LEVEL: "warn",
        SITE_NAME: "Stadt-WC",
        SITE_COLOR: "#7a1f5c",
        SITE_LOGO: logo,
      });
      try {
        await server.readyAfterMs();
        const { errors, faults, manifest } = await askBrowser(browser, {
          origin: server.origin,
          locale: "de",
        });
        expect(errors).toEqual([]);
        expect(faults).toEqual([]);
        expect(manifest).toMatchObject({
          name: "Stadt-WC",
          short_name: "Stadt-WC",
          lang: "de",
          theme_color: "#7a1f5c",
        });
      } finally {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

test.describe("the worker", { tag: "@phone" }, () => {
  test.use({ serviceWorkers: "allow" });

  test("costs the first visit nothing before the page can be used", async ({ page, context }) => {
    const asked: string[] = [];
    context.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/places");
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length > 0);
    // A filter's answer shows that the script has taken over.
    await page.locator("label").filter({ hasText: "Ingyenes" }).click();
    await expect(page).toHaveURL(/free=1/);
    expect(await isRegistered()).toBe(false);
    expect(asked.filter((path) => /worker|\/places\/set/.test(path))).toEqual([]);
    await expect.poll(isRegistered, { timeout: 20_000 }).toBe(true);
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
