import { Hono } from "hono";
import { fallbackLanguage, type Language, toLanguage } from "#domain/text/language.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { answerEtag, answerWhole } from "#server/http/caching.ts";
import { textsOfRequest, wordsForBrowsers } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";

const hourSeconds = 3_600;
const yearSeconds = 365 * 24 * hourSeconds;

/** Brand colour and paper of `app/app.css`, as applications that are installed know them. */
export const ownColours = { brand: "#00646e", paper: "#f8fbfc" };

/** Our signs, where the operator has no logo. */
const ownIcons = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-512-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Addresses at which browsers look for the sign of a site. */
const signAddresses = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"];

/**
 * Files that carry the operator's name, logo and colour (docs/product#look-of-the-operator): the manifest, in
 * the request's language; the words with the name, where it has one; its logo, also in place of our signs.
 * They go before the files of the build.
 */
export function siteFiles({ publicConfig, siteLogo }: Pick<Services, "publicConfig" | "siteLogo">) {
  const { site } = publicConfig;
  const files = new Hono<AppEnvironment>();
  const icons =
    siteLogo === null
      ? ownIcons
      : [{ src: site.logo, sizes: "any", type: siteLogo.type, purpose: "any" }];
  files.get("/manifest.webmanifest", answerEtag, (context) => {
    const { i18n } = textsOfRequest(context.req.raw, site.name);
    const { t, language } = i18n;
    const title = t("app.title");
    const manifest = {
      name: title,
      short_name: site.name ?? "Mosdó",
      description: t("app.description"),
      lang: language,
      dir: "ltr",
      id: "/",
      start_url: "/",
      scope: "/",
      display: "standalone",
      categories: ["travel", "navigation", "utilities"],
      shortcuts: [
        { name: t("map.nearest.find"), url: "/#nearest" },
        { name: t("navigation.places"), url: "/places" },
        { name: t("navigation.offline"), url: "/offline" },
      ].map((shortcut) => ({ ...shortcut, icons })),
      background_color: ownColours.paper,
      theme_color: site.colour ?? ownColours.brand,
      icons,
    };
    context.header("Vary", "Cookie, Accept-Language, Accept-Encoding");
    context.header("Cache-Control", `public, max-age=${hourSeconds}`);
    context.header("Content-Type", "application/manifest+json; charset=utf-8");
    return context.body(JSON.stringify(manifest));
  });
  if (site.name !== null) {
    files.get("/locales/:language/translation.json", answerEtag, (context) => {
      const language: Language = toLanguage(context.req.param("language")) ?? fallbackLanguage;
      // With its content in its address, as the files of the build have it.
      const isNamed = context.req.query("v") !== undefined;
      const cacheControl = isNamed
        ? `public, max-age=${yearSeconds}, immutable`
        : `public, max-age=${hourSeconds}`;
      const words = JSON.stringify(wordsForBrowsers(language, site.name));
      return answerWhole(context, words, { type: "application/json", cacheControl });
    });
  }
  if (siteLogo !== null && site.logo !== null) {
    const { type, bytes } = siteLogo;
    const cacheControl = `public, max-age=${hourSeconds}`;
    for (const address of [site.logo, ...signAddresses]) {
      files.get(address, answerEtag, (context) =>
        answerWhole(context, new Uint8Array(bytes), { type, cacheControl }),
      );
    }
  }
  return files;
}
