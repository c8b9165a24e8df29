import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { siteColourSheet } from "#domain/branding/site-colour.ts";
import { languages, localeEntries } from "#domain/text/language.ts";
import type { SiteConfig } from "#server/config/config.ts";
import { borderPath } from "#server/config/site-border.ts";
import { isInstallable } from "#server/config/site-logo.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { contentResponse, etagResponse, fileCaching } from "#server/http/caching.ts";
import {
  browserFiles,
  localesFile,
  messagesForBrowsers,
  pictureLanguage,
  textsOfRequest,
} from "#server/i18n.ts";
import type { DrawnIcon } from "#server/map-picture/draw-map-picture.ts";
import type { Services } from "#server/services.ts";

const cachedForAnHour = fileCaching({ isNamedByContent: false });

/** For ever where the URL contains a hash of the content. */
function cachingOf({ req }: Context): string {
  return fileCaching({ isNamedByContent: req.query("v") !== undefined });
}

/** Sizes of the manifest's screenshots (`public/screenshots/`). */
export const manifestPictures = {
  narrow: { width: 412, height: 824 },
  wide: { width: 1280, height: 800 },
} as const;

/** Default icons, without a logo of the operator. */
const ownIcons = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-512-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Paths at which browsers request the icon of a site. */
const iconPaths = ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"];

/**
 * Files with the operator's name, logo and colour (docs/product#branding): the web app manifest, in the
 * request's language; messages of a language that is the operator's, or lacks some, or has the site's name; the list of locales; the logo,
 * also in place of the default icons, or these in the operator's colour; the API's style sheet in it; and the border
 * (docs/product#border). They take precedence over the files of the build.
 */
export function brandedFiles({
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
          // Without an icon of a certain size the browser would not install the product at all.
          ...(isInstallable(siteLogo) ? [] : ownIcons),
        ];
  files.get("/manifest.webmanifest", etagResponse, (context) => {
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
        src: `/screenshots/map-${formFactor}-${pictureLanguage(language)}.webp`,
        sizes: `${manifestPictures[formFactor].width}x${manifestPictures[formFactor].height}`,
        type: "image/webp",
        form_factor: formFactor,
        label: t("map.heading"),
      })),
    };
    context.header("Vary", "Cookie, Accept-Language, Accept-Encoding");
    context.header("Cache-Control", cachedForAnHour);
    context.header("Content-Type", "application/manifest+json; charset=utf-8");
    return context.body(JSON.stringify(manifest));
  });
  for (const file of browserFiles) {
    files.get(`/locales/:language/${file}.json`, async (context, next) => {
      const language = context.req.param("language");
      const messages = languages.includes(language)
        ? messagesForBrowsers(language, file, site.name)
        : null;
      if (messages === null) return next();
      const options = { type: "application/json", cacheControl: cachingOf(context) };
      return contentResponse(context, JSON.stringify(messages), options);
    });
  }
  files.get(localesFile, (context) => {
    const options = { type: "application/json", cacheControl: cachingOf(context) };
    return contentResponse(context, JSON.stringify(localeEntries), options);
  });
  if (siteBorder !== null) {
    files.get(borderPath, (context) => {
      const options = { type: "application/geo+json", cacheControl: cachingOf(context) };
      return contentResponse(context, siteBorder.json, options);
    });
  }
  if (siteLogo !== null && site.logo !== null) {
    const { type, bytes } = siteLogo;
    const options = { type, cacheControl: cachedForAnHour };
    for (const path of [site.logo, ...iconPaths]) {
      files.get(path, (context) => contentResponse(context, new Uint8Array(bytes), options));
    }
  }
  if (site.colour !== null) {
    addColouredIcons(files, { site, hasLogo: siteLogo !== null, drawIcon });
    const sheet = readFileSync("public/api-docs.css", "utf8") + siteColourSheet(site.colour);
    const options = { type: "text/css; charset=utf-8", cacheControl: cachedForAnHour };
    files.get("/api-docs.css", (context) => contentResponse(context, sheet, options));
  }
  return files;
}

/** Default icons in the operator's colour; the files of the build are served where this machine cannot draw them. */
function addColouredIcons(
  files: Hono<AppEnvironment>,
  { site, hasLogo, drawIcon }: { site: SiteConfig; hasLogo: boolean } & Pick<Services, "drawIcon">,
): void {
  const svgOptions = { type: "image/svg+xml", cacheControl: cachedForAnHour };
  const pngOptions = { type: "image/png", cacheControl: cachedForAnHour };
  // Paths at which the logo is not served.
  const isOurs = (path: string) => !hasLogo || !iconPaths.includes(path);
  if (isOurs("/favicon.svg")) {
    const svg = brandedIcon(site);
    files.get("/favicon.svg", (context) => contentResponse(context, svg, svgOptions));
  }
  const drawn = new Map<string, ReturnType<typeof drawIcon>>();
  for (const [path, icon] of brandedIconPictures(site)) {
    if (!isOurs(path)) continue;
    files.get(path, async (context, next) => {
      const drawing = drawn.get(path) ?? drawIcon(icon);
      drawn.set(path, drawing);
      const picture = await drawing.catch(() => {
        drawn.delete(path);
        return null;
      });
      return picture === null ? next() : contentResponse(context, picture, pngOptions);
    });
  }
}

/** Brand and paper colours of `app/app.css`, for the web app manifest. */
const ownColours = { brand: "#00646e", paper: "#f8fbfc" };

/** Default icon as SVG, a figure on a ground of the operator's colour (docs/product#branding). */
export function brandedIcon({ colour }: Pick<SiteConfig, "colour">): string {
  const svg = readFileSync("public/favicon.svg", "utf8");
  return svg.replace(ownColours.brand, colour ?? ownColours.brand);
}

/** The icon in the formats that browsers and phones request, by path. */
function brandedIconPictures(site: Pick<SiteConfig, "colour">): ReadonlyMap<string, DrawnIcon> {
  const svg = brandedIcon(site);
  const square = svg.replace(' rx="8"', "");
  // The system cuts it to its own shape.
  const smaller = square.replace("translate(5 5) scale(.9167)", "translate(8.7 8.7) scale(.61)");
  return new Map([
    ["/favicon.ico", { svg, side: 32 }],
    ["/icon-192.png", { svg, side: 192 }],
    ["/icon-512.png", { svg, side: 512 }],
    ["/icon-512-maskable.png", { svg: smaller, side: 512 }],
    ["/apple-touch-icon.png", { svg: square, side: 180 }],
  ]);
}
