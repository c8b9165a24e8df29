import { readFileSync } from "node:fs";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { siteColourSheet } from "#domain/branding/site-colour.ts";
import { languages, localeEntries } from "#domain/text/language.ts";
import type { SiteConfig } from "#server/config/config.ts";
import { borderOf, type SiteBorder } from "#server/config/site-border.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import { pictureLanguage, textsIn } from "#server/i18n.ts";
import { drawIcon } from "#server/map-picture/draw-map-picture.ts";
import { plainSite, servicesWith } from "#tests/support/services/stand-ins.ts";
import { brandedFiles } from "./branded-files.ts";

const svg: SiteLogo = { type: "image/svg+xml", bytes: Buffer.from("<svg/>") };

async function fetchFile(
  path: string,
  {
    site = {},
    logo = null,
    border = null,
  }: { site?: Partial<SiteConfig>; logo?: SiteLogo | null; border?: SiteBorder | null } = {},
  language = "de",
) {
  const services = servicesWith({
    publicConfig: { site: { ...plainSite, language: "hu", ...site } },
  });
  const files = brandedFiles({
    ...services,
    publicConfig: services.publicConfig,
    siteLogo: logo,
    siteBorder: border,
    drawIcon,
  });
  const app = new Hono().route("/", files);
  return app.request(path, { headers: { "Accept-Language": language } });
}

describe("the manifest", () => {
  test.each([
    ["hu", "Mosdókereső"],
    ["en", "Toilet Finder"],
    ["de", "Toilettenfinder"],
  ])("speaks the language of the request: %s", async (language, name) => {
    const response = await fetchFile("/manifest.webmanifest", {}, language);
    expect(response.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
    expect(response.headers.get("Vary")).toContain("Accept-Language");
    const manifest = await response.json();
    expect(manifest).toMatchObject({ name, short_name: "Mosdó", lang: language });
    expect(manifest).toMatchObject({ theme_color: "#00646e", icons: { length: 4 } });
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toEqual([
      "/#nearest",
      "/places",
      "/offline",
    ]);
  });

  test("has the operator's name, colour and logo", async () => {
    const site = { name: "Stadt-WC", colour: "#0000ff", logo: "/logo.svg" };
    const manifest = await (await fetchFile("/manifest.webmanifest", { site, logo: svg })).json();
    expect(manifest).toMatchObject({
      name: "Stadt-WC",
      short_name: "Stadt-WC",
      theme_color: "#0000ff",
      icons: [{ src: "/logo.svg", type: "image/svg+xml" }],
    });
  });

  test.each([
    [144, 144, 1],
    [200, 143, 5],
    [143, 200, 5],
  ])(
    "has a PNG of %i by %i pixels as %i signs: ours too, where it is too small",
    async (width, height, count) => {
      const bytes = Buffer.alloc(24);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      const logo: SiteLogo = { type: "image/png", bytes };
      const site = { logo: "/logo.png" };
      const manifest = await (await fetchFile("/manifest.webmanifest", { site, logo })).json();
      expect(manifest.icons[0].src).toBe("/logo.png");
      expect(manifest.icons).toHaveLength(count);
    },
  );
});

describe("the pictures of the manifest", () => {
  test.each(languages)("are there in their sizes, and light: %s", async (language) => {
    const { screenshots } = await (await fetchFile("/manifest.webmanifest", {}, language)).json();
    expect(screenshots.map((one: { form_factor: string }) => one.form_factor)).toEqual([
      "narrow",
      "wide",
    ]);
    for (const { src, sizes, type, label } of screenshots) {
      const file = readFileSync(`public${src}`);
      const { width, height } = await loadImage(file);
      expect(`${width}x${height}`, src).toBe(sizes);
      expect(file.byteLength, src).toBeLessThanOrEqual(100 * 1024);
      expect(type).toBe("image/webp");
      expect(src).toContain(`-${pictureLanguage(language)}.webp`);
      expect(label).toBe(textsIn(language, null).i18n.t("map.heading"));
    }
  });
});

describe("the translations", () => {
  const path = "/locales/de/translation.json";

  test("are those of the build where the operator has no name", async () => {
    expect((await fetchFile(path)).status).toBe(404);
  });

  test("have the operator's name, and are cached for ever where their URL has a hash of them", async () => {
    const named = await fetchFile(`${path}?v=1`, { site: { name: "Stadt-WC" } });
    expect((await named.json()).app.title).toBe("Stadt-WC");
    expect(named.headers.get("Cache-Control")).toContain("immutable");
    const unnamed = await fetchFile(path, { site: { name: "Stadt-WC" } });
    expect(unnamed.headers.get("Cache-Control")).toBe("public, max-age=3600");
  });
});

test("the locales are one file", async () => {
  expect(await (await fetchFile("/locales/languages.json?v=1")).json()).toEqual(localeEntries);
});

describe("the logo", () => {
  test.each(["/logo.svg", "/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"])(
    "is answered at %s",
    async (path) => {
      const response = await fetchFile(path, { site: { logo: "/logo.svg" }, logo: svg });
      expect(await response.text()).toBe("<svg/>");
      expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
      // A script in it does not run, wherever it is opened.
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    },
  );

  test("leaves our signs alone where there is none", async () => {
    expect((await fetchFile("/favicon.svg")).status).toBe(404);
  });
});

describe("the border", () => {
  const border = borderOf([[19, 47, 19.1, 47, 19.1, 47.1, 19, 47]]);

  test("exists where the operator has one, cached for ever where its URL has a hash of it", async () => {
    expect((await fetchFile("/border.json")).status).toBe(404);
    const response = await fetchFile(border.path, { border });
    expect(response.headers.get("Content-Type")).toBe("application/geo+json");
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    expect(await response.text()).toBe(border.json);
    const plain = await fetchFile("/border.json", { border });
    expect(plain.headers.get("Cache-Control")).toBe("public, max-age=3600");
  });
});

describe("our sign", () => {
  const site = { colour: "#7a1fa2" };

  test("has the operator's colour where there is no logo", async () => {
    const response = await fetchFile("/favicon.svg", { site });
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    const sign = await response.text();
    expect(sign).toContain('fill="#7a1fa2"');
    expect(sign).not.toContain("#00646e");
    const sheet = await (await fetchFile("/api-docs.css", { site })).text();
    expect(sheet).toContain(siteColourSheet(site.colour));
  });

  test.each([
    ["/favicon.ico", 32],
    ["/icon-192.png", 192],
    ["/icon-512-maskable.png", 512],
    ["/apple-touch-icon.png", 180],
  ])("has it at %s too, as a picture of %i pixels", async (path, side) => {
    const response = await fetchFile(path, { site });
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const image = await loadImage(Buffer.from(await response.arrayBuffer()));
    expect([image.width, image.height]).toEqual([side, side]);
    const context = createCanvas(side, side).getContext("2d");
    context.drawImage(image, 0, 0);
    // Above the figure.
    expect([...context.getImageData(side / 2, side * 0.06, 1, 1).data]).toEqual([
      122, 31, 162, 255,
    ]);
  });

  test("is the build's file without a colour, and the logo's where there is one", async () => {
    expect((await fetchFile("/favicon.svg")).status).toBe(404);
    expect((await fetchFile("/icon-192.png")).status).toBe(404);
    const logo = { site: { ...site, logo: "/logo.svg" }, logo: svg };
    expect(await (await fetchFile("/favicon.svg", logo)).text()).toBe("<svg/>");
    expect(await (await fetchFile("/apple-touch-icon.png", logo)).text()).toBe("<svg/>");
  });
});
