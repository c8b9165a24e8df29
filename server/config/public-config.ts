import type { BaseMapSource, MapAttribution } from "#domain/map/base-map-source.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { languageOfCountry } from "#domain/text/language.ts";
import type { Config } from "./config.ts";
import type { SiteHome } from "./site-home.ts";
import type { SiteLogo } from "./site-logo.ts";

interface PublicConfigDeps {
  readonly config: Config;
  readonly home: SiteHome;
  readonly siteLogo: SiteLogo | null;
  /** The first view of the map; null for that of Hungary. */
  readonly startView: () => MapView | null;
  /** The current base map. */
  readonly baseMap: () => BaseMapSource;
  /** Source lists of places that are shown. */
  readonly listCredits: () => readonly MapAttribution[];
}

/** Part of the configuration that pages may show. */
export function publicConfigOf(deps: PublicConfigDeps) {
  const { config, home, siteLogo, startView, baseMap, listCredits } = deps;
  return {
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
    get listCredits() {
      return listCredits();
    },
  };
}

/** Path of the operator's logo. */
function logoPathOf(logo: SiteLogo | null): string | null {
  if (logo === null) return null;
  return logo.type === "image/png" ? "/logo.png" : "/logo.svg";
}
