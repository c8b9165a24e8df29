import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { languageOfCountry } from "#domain/text/language.ts";
import type { Config } from "#server/config/config.ts";
import type { LegalPage, ShownLegalPage } from "#server/config/legal-texts.ts";
import type { SiteHome } from "#server/config/site-home.ts";
import type { SiteLogo } from "#server/config/site-logo.ts";

export interface SiteDeps {
  readonly config: Pick<
    Config,
    | "publicUrl"
    | "contactEmail"
    | "site"
    | "visitorDirections"
    | "visitorReports"
    | "browserErrors"
    | "webVitals"
    | "embedOrigins"
    | "offline"
  >;
  readonly home: SiteHome;
  readonly siteLogo: SiteLogo | null;
  /** The first view of the map; null for that of Hungary. */
  readonly startView: () => MapView | null;
  /** The current base map. */
  readonly baseMap: () => BaseMapSource;
  /** The legal pages of a language; absent in tests without legal pages. */
  readonly showLegalPage?: (shown: ShownLegalPage) => LegalPage;
}

/** The operator's site: configuration, border, logo and legal pages. */
export function siteServices({ config, home, siteLogo, startView, baseMap, ...deps }: SiteDeps) {
  return {
    /** Public part of the configuration. */
    publicConfig: {
      publicUrl: config.publicUrl,
      contactEmail: config.contactEmail,
      site: {
        ...config.site,
        language: languageOfCountry(home.country),
        logo: logoPathOf(siteLogo),
        get startView() {
          return startView();
        },
      },
      home: {
        country: home.country,
        timeZone: home.timeZone,
        ...(home.border && { border: home.border.path }),
      },
      visitorDirections: config.visitorDirections,
      visitorReports: config.visitorReports,
      browserErrors: config.browserErrors,
      webVitals: config.webVitals,
      embedOrigins: config.embedOrigins,
      offline: config.offline,
      get baseMap() {
        return baseMap();
      },
    },
    /** A legal page with the operator's settings (docs/product#legal-pages). */
    showLegalPage: (shown: ShownLegalPage): LegalPage => {
      if (!deps.showLegalPage) throw new Error("there are no legal texts");
      return deps.showLegalPage(shown);
    },
    /** Border of the operator's area; null without one. */
    siteBorder: home.border,
    /** Logo of the operator; null without one. */
    siteLogo,
  };
}

/** Path of the operator's logo. */
function logoPathOf(logo: SiteLogo | null): string | null {
  if (logo === null) return null;
  return logo.type === "image/png" ? "/logo.png" : "/logo.svg";
}
