import { readFileSync } from "node:fs";
import { loadImage } from "@napi-rs/canvas";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { languages } from "#domain/text/language.ts";
import { plainSite, type SiteConfig } from "#server/config/config.ts";
import { borderOf, type SiteBorder } from "#server/config/site-border.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import { textsIn } from "#server/i18n.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { siteFiles } from "./site-files.ts";

const svg: SiteLogo = { type: "image/svg+xml", bytes: Buffer.from("<svg/>") };

async function ask(
  address: string,
  {
    site = {},
    logo = null,
    border = null,
  }: { site?: Partial<SiteConfig>; logo?: SiteLogo | null; border?: SiteBorder | null } = {},
  language = "de",
) {
  const services = servicesWith({ publicConfig: { site: { ...plainSite, ...site } } });
  const files = siteFiles({
    ...services,
    publicConfig: services.publicConfig,
    siteLogo: logo,
    siteBorder: border,
  });
  const app = new Hono().route("/", files);
  return app.request(address, { headers: { "Accept-Language": language } });
}

describe("the manifest", () => {
  test.each([
    ["hu", "Mosdókereső"],
    ["en", "Toilet Finder"],
    ["de", "Toilettenfinder"],
  ])("speaks the language of the request: %s", async (language, name) => {
    const answer = await ask("/manifest.webmanifest", {}, language);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/manifest\+json/);
    expect(answer.headers.get("Vary")).toContain("Accept-Language");
    const manifest = await answer.json();
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
    const manifest = await (await ask("/manifest.webmanifest", { site, logo: svg })).json();
    expect(manifest).toMatchObject({
      name: "Stadt-WC",
      short_name: "Stadt-WC",
      theme_color: "#0000ff",
      icons: [{ src: "/logo.svg", type: "image/svg+xml" }],
    });
  });
});

describe("the pictures of the manifest", () => {
  test.each(languages)("are there in their sizes, and light: %s", async (language) => {
    const { screenshots } = await (await ask("/manifest.webmanifest", {}, language)).json();
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
      expect(src).toContain(`-${language}.webp`);
      expect(label).toBe(textsIn(language, null).i18n.t("map.heading"));
    }
  });
});

describe("the words", () => {
  const address = "/locales/de/translation.json";

  test("are those of the build where the operator has no name", async () => {
    expect((await ask(address)).status).toBe(404);
  });

  test("have the operator's name, and are kept for ever where their address names them", async () => {
    const named = await ask(`${address}?v=1`, { site: { name: "Stadt-WC" } });
    expect((await named.json()).app.title).toBe("Stadt-WC");
    expect(named.headers.get("Cache-Control")).toContain("immutable");
    const unnamed = await ask(address, { site: { name: "Stadt-WC" } });
    expect(unnamed.headers.get("Cache-Control")).toBe("public, max-age=3600");
  });
});

describe("the logo", () => {
  test.each(["/logo.svg", "/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"])(
    "is answered at %s",
    async (address) => {
      const answer = await ask(address, { site: { logo: "/logo.svg" }, logo: svg });
      expect(await answer.text()).toBe("<svg/>");
      expect(answer.headers.get("Content-Type")).toBe("image/svg+xml");
      // A script in it does not run, wherever it is opened.
      expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    },
  );

  test("leaves our signs alone where there is none", async () => {
    expect((await ask("/favicon.svg")).status).toBe(404);
  });
});

describe("the border", () => {
  const border = borderOf([[19, 47, 19.1, 47, 19.1, 47.1, 19, 47]]);

  test("is there where the operator has one, for ever where its address has its content", async () => {
    expect((await ask("/border.json")).status).toBe(404);
    const answer = await ask(border.address, { border });
    expect(answer.headers.get("Content-Type")).toBe("application/geo+json");
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect(await answer.text()).toBe(border.json);
    const plain = await ask("/border.json", { border });
    expect(plain.headers.get("Cache-Control")).toBe("public, max-age=3600");
  });
});
