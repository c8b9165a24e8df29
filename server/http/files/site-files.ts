import { Hono } from "hono";
import { fallbackLanguage, type Language, toLanguage } from "#domain/text/language.ts";
import type { SiteConfig } from "#server/config/config.ts";
import { borderPath } from "#server/config/site-border.ts";
import { isInstallable } from "#server/config/site-logo.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { answerEtag, contentResponse } from "#server/http/caching.ts";
import { messagesForBrowsers, textsOfRequest } from "#server/i18n.ts";
import type { Services } from "#server/services.ts";
import { brandedIcon, brandedIconPictures, ownColours } from "./branded-icon.ts";

const hourSeconds = 3_600;
const yearSeconds = 365 * 24 * hourSeconds;
const keptForAnHour = `public, max-age=${hourSeconds}`;
/** Of an address with its content in it. */
const keptForEver = `public, max-age=${yearSeconds}, immutable`;

/** Sizes of the pictures that are shown where the application is installed (`public/screenshots/`). */
export const manifestPictures = {
  narrow: { width: 412, height: 824 },
  wide: { width: 1280, height: 800 },
} as const;

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
 * the request's language; the words with the name, where it has one; its logo, also in place of our signs, or
 * these in its colour; and its border (docs/product#border).
 * They go before the files of the build.
 */
export function siteFiles({
  publicConfig,
  siteLogo,
  siteBorder,
  drawIcon,
}: Pick<Services, "publicConfig" | "siteLogo" | "siteBorder" | "drawIcon">) {
  const { site } = publicConfig;
  const files = new Hono<AppEnvironment>();
  const icons =
    siteLogo === null
      ? ownIcons
      : [
          { src: site.logo, sizes: "any", type: siteLogo.type, purpose: "any" },
          // Without a sign of some size the browser would not install the product at all.
          ...(isInstallable(siteLogo) ? [] : ownIcons),
        ];
  files.get("/manifest.webmanifest", answerEtag, (context) => {
    const { i18n } = textsOfRequest(context.req.raw, site);
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
      screenshots: (["narrow", "wide"] as const).map((formFactor) => ({
        src: `/screenshots/map-${formFactor}-${language}.webp`,
        sizes: `${manifestPictures[formFactor].width}x${manifestPictures[formFactor].height}`,
        type: "image/webp",
        form_factor: formFactor,
        label: t("map.heading"),
      })),
    };
    context.header("Vary", "Cookie, Accept-Language, Accept-Encoding");
    context.header("Cache-Control", keptForAnHour);
    context.header("Content-Type", "application/manifest+json; charset=utf-8");
    return context.body(JSON.stringify(manifest));
  });
  if (site.name !== null) {
    files.get("/locales/:language/translation.json", (context) => {
      const language: Language = toLanguage(context.req.param("language")) ?? fallbackLanguage;
      // With its content in its address, as the files of the build have it.
      const isNamed = context.req.query("v") !== undefined;
      const cacheControl = isNamed ? keptForEver : keptForAnHour;
      const words = JSON.stringify(messagesForBrowsers(language, site.name));
      return contentResponse(context, words, { type: "application/json", cacheControl });
    });
  }
  if (siteBorder !== null) {
    files.get(borderPath, (context) => {
      const isNamed = context.req.query("v") !== undefined;
      return contentResponse(context, siteBorder.json, {
        type: "application/geo+json",
        cacheControl: isNamed ? keptForEver : keptForAnHour,
      });
    });
  }
  if (siteLogo !== null && site.logo !== null) {
    const { type, bytes } = siteLogo;
    const cacheControl = keptForAnHour;
    for (const address of [site.logo, ...signAddresses]) {
      files.get(address, (context) =>
        contentResponse(context, new Uint8Array(bytes), { type, cacheControl }),
      );
    }
  }
  if (site.colour !== null) addColouredSigns(files, { site, hasLogo: siteLogo !== null, drawIcon });
  return files;
}

/** Our signs in the operator's colour; the files of the build stay where this machine cannot draw them. */
function addColouredSigns(
  files: Hono<AppEnvironment>,
  { site, hasLogo, drawIcon }: { site: SiteConfig; hasLogo: boolean } & Pick<Services, "drawIcon">,
): void {
  const cacheControl = keptForAnHour;
  // Those that the logo has not taken.
  const isOurs = (address: string) => !hasLogo || !signAddresses.includes(address);
  if (isOurs("/favicon.svg")) {
    const svg = brandedIcon(site);
    files.get("/favicon.svg", (context) =>
      contentResponse(context, svg, { type: "image/svg+xml", cacheControl }),
    );
  }
  const drawn = new Map<string, ReturnType<typeof drawIcon>>();
  for (const [address, sign] of brandedIconPictures(site)) {
    if (!isOurs(address)) continue;
    files.get(address, async (context, next) => {
      const drawing = drawn.get(address) ?? drawIcon(sign);
      drawn.set(address, drawing);
      const picture = await drawing.catch(() => {
        drawn.delete(address);
        return null;
      });
      if (picture === null) return next();
      return contentResponse(context, picture, { type: "image/png", cacheControl });
    });
  }
}
