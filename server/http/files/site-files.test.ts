import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { plainSite, type SiteConfig } from "#server/config/config.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { siteFiles } from "./site-files.ts";

const svg: SiteLogo = { type: "image/svg+xml", bytes: Buffer.from("<svg/>") };

async function ask(
  address: string,
  { site = {}, logo = null }: { site?: Partial<SiteConfig>; logo?: SiteLogo | null } = {},
  language = "de",
) {
  const services = servicesWith({ publicConfig: { site: { ...plainSite, ...site } } });
  const files = siteFiles({ ...services, publicConfig: services.publicConfig, siteLogo: logo });
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
