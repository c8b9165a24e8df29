import { type ReactNode, useEffect, useRef } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { type PageMessages, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { isStaff } from "#domain/account/role.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";
import type { BaseMapSource, MapAttribution } from "#domain/map/base-map-source.ts";
import { type Home, hungary } from "#domain/place/home-country.ts";
import {
  i18nContext,
  originContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/root.ts";
import "./app.css";
import { ArrivalNotice } from "#app/features/layout/arrival-notice.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { NavigationBar } from "#app/features/layout/navigation-bar.tsx";
import { OfflineNotice } from "#app/features/layout/offline-notice.tsx";
import { SiteFooter } from "#app/features/layout/site-footer.tsx";
import {
  type Session,
  type ShownSite,
  useForgottenRecord,
  useSite,
} from "#app/features/layout/use-session.ts";
import { loadWithFallback } from "#app/network/load-with-fallback.ts";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { LiveRegion, useAnnounce } from "#app/ui/live-region.tsx";
import type { PageHandle } from "./page-start.ts";

const TermsNotice = lazyComponent(() =>
  import("#app/features/account/terms-request.tsx").then((module) => module.TermsNotice),
);

const UndoToast = lazyComponent(() =>
  import("#app/features/moderation/undo-toast.tsx").then((module) => module.UndoToast),
);

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  // With the cookie of the language that the visitor has chosen.
  { rel: "manifest", href: "/manifest.webmanifest", crossOrigin: "use-credentials" },
];

interface RootData {
  readonly origin: string;
  readonly session: Session | null;
  /** Messages of the request to accept the terms, for an account that has yet to. */
  readonly termsMessages?: PageMessages | null;
  /** Whether there is a session that could not be read; the page then does not ask the visitor to sign in. */
  readonly isSessionUnread?: true;
  /** Whether everyone is led to places, and not only who is signed in (docs/product#directions). */
  readonly visitorDirections: boolean;
  /** Whether everyone confirms and reports places, and not only who is signed in. */
  readonly visitorReports: boolean;
  /** Present where no other site may show the map. */
  readonly hasNoEmbed?: true;
  /** Source of the live maps' base map. */
  readonly baseMap: BaseMapSource;
  /** Sources of the places that towns' lists have brought; absent without any. */
  readonly listCredits?: readonly MapAttribution[];
  /** Branding of the operator; absent without any (docs/product#branding). */
  readonly site?: ShownSite;
  /** Home country, its clock and border; absent where that is plain Hungary (docs/product#home-country). */
  readonly home?: Home & { readonly border?: string };
}

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const config = context.get(publicConfigContext);
  const { baseMap, listCredits, visitorDirections, visitorReports, embedOrigins, site, home } =
    config;
  const { name, logo, colour, startView } = site;
  const settings = {
    origin: context.get(originContext),
    baseMap,
    ...(listCredits.length > 0 && { listCredits }),
    visitorDirections,
    visitorReports,
    ...(embedOrigins.length === 0 && { hasNoEmbed: true as const }),
    ...((name ?? logo ?? colour ?? startView) !== null && { site: { logo, colour, startView } }),
    ...((home.country !== hungary.country || home.border) && { home }),
  };
  const { userId, email, role, isUnread } = context.get(viewerContext);
  if (isUnread) return { session: null, isSessionUnread: true, ...settings };
  if (userId === null) return { session: null, ...settings };
  const [pendingCount, termsMessages] = await Promise.all([
    isStaff({ role }) ? countPending(context) : null,
    messagesOfTermsRequest(context, userId),
  ]);
  return { session: { role, email, pendingCount }, termsMessages, ...settings };
}

/** The session in the bar, for {@link clientLoader}; null before hydration. */
let shown: RootData | null = null;

/** Loads the session again; without a response, the page under the bar decides what stays. */
export function clientLoader(loading: Route.ClientLoaderArgs) {
  return loadWithFallback(loading, shown);
}

/** Another filter, order or page of a list does not change the session. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOtherList =
    formMethod === undefined &&
    currentUrl.pathname === nextUrl.pathname &&
    currentUrl.search !== nextUrl.search;
  return !isOtherList && defaultShouldRevalidate;
}

/** A page does not fail because of a number in its menu. */
async function countPending(context: Route.LoaderArgs["context"]): Promise<number | null> {
  try {
    return await context.get(servicesContext).moderation.countPending(context.get(viewerContext));
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** A page does not fail because of a request above it. */
async function messagesOfTermsRequest(
  context: Route.LoaderArgs["context"],
  userId: string,
): Promise<PageMessages | null> {
  try {
    const isRequired = await context.get(servicesContext).accounts.lacksTerms(userId);
    return isRequired ? pageMessagesOf(context.get(i18nContext), "terms") : null;
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** The document around every page, also around error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const isEmbedded = isEmbedPath(useLocation().pathname);
  const colour = useSite()?.colour ?? "#f8fbfc";
  const isDescribed = useMatches().some(({ handle }) => (handle as PageHandle)?.describesItself);
  return (
    <html lang={i18n.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {!isDescribed && <meta name="description" content={t("app.description")} />}
        <meta name="theme-color" content={colour} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10161a" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links nonce="" />
      </head>
      <body>
        {children}
        {/* It keeps its positions in session storage. */}
        {!isEmbedded && <ScrollRestoration />}
        <Scripts />
      </body>
    </html>
  );
}

/** The navigation bar on every page but the map's (docs/product#navigation-bar). */
function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const data = useRouteLoaderData<typeof loader>("root");
  const isMap = ["/", "/way"].includes(pathname);
  const isEmbedded = isEmbedPath(pathname);
  useForgottenRecord(data?.session === null && !data.isSessionUnread && !isEmbedded);
  useEffect(() => {
    shown = data ?? null;
  }, [data]);
  // A frame on another site has no bar, and its links open beside that site's page.
  if (isEmbedded) return <LiveRegion>{children}</LiveRegion>;
  const isOfStaff = data?.session && isStaff(data.session);
  const termsNotice = data?.termsMessages && !isMap && pathname !== "/account/terms" && (
    <ChunkBoundary fallback={null}>
      <TermsNotice messages={data.termsMessages} />
    </ChunkBoundary>
  );
  return (
    <LiveRegion>
      <PageChange />
      <SkipLink />
      {!isMap && <NavigationBar session={data?.session ?? null} />}
      <ArrivalNotice />
      <OfflineNotice />
      {isOfStaff && (
        <ChunkBoundary fallback={null}>
          <UndoToast />
        </ChunkBoundary>
      )}
      {!isOfStaff && termsNotice}
      {children}
      {isOfStaff && termsNotice}
      {!isMap && <SiteFooter />}
    </LiveRegion>
  );
}

export default function App() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}

/** Id of every page's `<main>`. */
const mainId = "main";

/** The first link in the tab order: past the menu, to the page's content. */
function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href={`#${mainId}`}
      className="absolute top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-control bg-brand px-4 py-3 font-bold text-on-brand focus:translate-y-0"
    >
      {t("navigation.skip")}
    </a>
  );
}

/** Announces the title of a page opened without loading the document, and moves the focus to its beginning. */
function PageChange() {
  const { pathname } = useLocation();
  const announce = useAnnounce();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    document.getElementById(mainId)?.focus({ preventScroll: true });
    announce(document.title);
  }, [pathname, announce]);
  return null;
}
