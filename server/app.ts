import type { RequestListener } from "node:http";
import * as pages from "virtual:react-router/server-build";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import type { UsageKind } from "#domain/operation/operating-status.ts";
import { baseMapFileUrl, baseMapOrigins, streetMapUrl } from "#server/base-map/choose-base-map.ts";
import { ConcurrencyLimiter } from "#server/concurrency/concurrency-limiter.ts";
import { isHttps, originFor } from "#server/config/config.ts";
import { borderPath } from "#server/config/site-border.ts";
import { downloadNames } from "#server/export/open-data.ts";
import { apiCalls, apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { etagResponse, freshForTheMinute } from "#server/http/caching.ts";
import { closeUnread, requireOneHost } from "#server/http/connections.ts";
import { failureResponse, unavailablePages, wantsPage } from "#server/http/failure-response.ts";
import { brandedFiles } from "#server/http/files/branded-files.ts";
import { getBaseMapFile } from "#server/http/files/get-base-map-file.ts";
import { getMapPicture } from "#server/http/files/get-map-picture.ts";
import { getPlacePreview, getSitePreview } from "#server/http/files/get-preview.ts";
import {
  getPlaceTile,
  getPlaceTileCall,
  getWorldTile,
  worldTilePattern,
} from "#server/http/files/get-tile.ts";
import { getCatalog, getDownload, openDataPaths } from "#server/http/files/open-data.ts";
import { getPlaceFeed } from "#server/http/files/place-feed.ts";
import { offlineWorker, offlineWorkerPath, staticFiles } from "#server/http/files/static-files.ts";
import {
  getRobots,
  getSecurityText,
  getSitemap,
  securityTextPath,
} from "#server/http/files/well-known-files.ts";
import { getMetrics } from "#server/http/get-metrics.ts";
import { compressResponse } from "#server/http/middleware/compress.ts";
import { corsForFiles } from "#server/http/middleware/cors.ts";
import { csrf } from "#server/http/middleware/csrf.ts";
import {
  clientOf,
  identifyViewerOf,
  ignoreCookies,
} from "#server/http/middleware/identify-viewer.ts";
import { limitConcurrency } from "#server/http/middleware/limit-concurrency.ts";
import { limitBody } from "#server/http/middleware/limit-requests.ts";
import { readYourWrites } from "#server/http/middleware/read-your-writes.ts";
import {
  countRequests,
  type RequestLogDeps,
  requestLog,
} from "#server/http/middleware/request-log.ts";
import { requireForm } from "#server/http/middleware/require-form.ts";
import { securityHeaders } from "#server/http/middleware/security-headers.ts";
import { apiDocumentationPage } from "#server/http/open-api/documentation-page.ts";
import { overloadedProblem, problem, retryAfterSeconds } from "#server/http/problem.ts";
import { cacheableMapImage, createCacheable } from "#server/http/response-cache/cacheable.ts";
import { type CacheablePage, cacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { ResponseCache } from "#server/http/response-cache/response-cache.ts";
import { RoutePatterns } from "#server/http/route-patterns.ts";
import { openLocales, rememberChosenLanguage, textsIn, textsOfRequest } from "./i18n.ts";
import {
  clientContext,
  guideContext,
  i18nContext,
  i18nInContext,
  nonceContext,
  openWritesContext,
  originContext,
  publicConfigContext,
  servicesContext,
  textPathsContext,
  viewerContext,
} from "./request-context.ts";
import type { Services } from "./services.ts";

export interface AppOptions {
  services: Services;
  log: Logger;
  /** Folder of the built client files; null in development, where Vite serves them. */
  clientRoot: string | null;
  isDevelopment: boolean;
}

/** Concurrency limit of previews: one is drawn at a time, outside the limit of pages. */
const previewLimits = { task: "a preview", maxRunning: 1, maxQueued: 30, maxWaitMs: 10_000 };

/** Size of the response cache: some 900 pages and 5,000 lists, or more tiles. */
const maxCacheBytes = 40 * 1024 * 1024;

/** Host of a request without one, as in HTTP/1.0 health checks of load balancers. */
const unnamedHost = "localhost";

/** Listener of the server. */
export function createListener(options: AppOptions): RequestListener {
  const { services, log, isDevelopment } = options;
  // The built modules are others than those of the context.
  openLocales(services.dataDirectory);
  const { requestMetrics, usage } = services.operator;
  const routes = new RoutePatterns(routePatterns());
  const usageOf = new Map<string, UsageKind>(pagePatterns().map((page) => [page, "page-view"]));
  usageOf.set("/api/v1/places/nearest", "nearest");
  const logDeps = { log, count: countRequests({ requestMetrics, usage, routes, usageOf }) };
  const cache = isDevelopment ? null : new ResponseCache(maxCacheBytes);
  if (cache !== null)
    for (const group of ["pages", "tiles and lists"] as const)
      requestMetrics.addMemory(group, () => cache.counts(group));
  return getRequestListener(createApp(options, logDeps, cache).fetch, { hostname: unnamedHost });
}

/** Life of a request, from top to bottom. */
function createApp(
  { services, log, clientRoot, isDevelopment }: AppOptions,
  logDeps: RequestLogDeps,
  cache: ResponseCache | null,
) {
  const app = new Hono<AppEnvironment>();
  const { publicUrl, browserErrors: hasReports, site } = services.publicConfig;
  const { embedOrigins } = services.publicConfig;
  const allowedActionOrigins = actionOrigins(publicUrl);
  const build = { ...unavailablePages(pages), allowedActionOrigins };
  const renderPage = createRequestHandler(build, import.meta.env.MODE);

  app.use(requestLog(logDeps));
  app.use(closeUnread);
  app.use(requireOneHost);
  // An import or a removal changes the base map while the server runs.
  const mapOrigins = () => baseMapOrigins(services.publicConfig.baseMap);
  const headers = { isDevelopment, mapOrigins, hasReports, embedOrigins };
  app.use(securityHeaders({ ...headers, isHttps: isHttps(publicUrl) }));
  app.use(compressResponse);
  app.get("/healthz", (context) => context.json({ status: "up" }));
  app.get("/readyz", async (context) =>
    (await services.isReady())
      ? context.json({ status: "ready", ...services.databaseState() })
      : problem(context, "error.unavailable"),
  );
  app.get("/metrics", getMetrics(services));
  const { baseMapFile } = services;
  if (baseMapFile !== null) {
    app.get(baseMapFileUrl, (context) => getBaseMapFile(context, baseMapFile));
  }
  app.get(worldTilePattern, (context) => getWorldTile(context, services));
  app.get(streetMapUrl, (context) => getBaseMapFile(context, services.streetMapFile));
  app.route("/", brandedFiles(services));
  for (const path of openDataPaths) app.use(path, corsForFiles);
  for (const name of downloadNames) {
    app.get(`/data/${name}`, (context) => getDownload(context, services));
  }
  app.get("/data/catalog.jsonld", etagResponse, (context) => getCatalog(context, services));
  app.get(securityTextPath, (context) => getSecurityText(context, services));
  app.get(offlineWorkerPath, offlineWorker(services.publicConfig));
  if (clientRoot) app.route("/", staticFiles(clientRoot));

  app.use(ignoreCookies);
  app.use((context, next) => {
    const isPage = wantsPage(context) || context.req.path.endsWith(".data");
    return isPage ? services.withinPageLimit(next) : next();
  });
  app.use(readYourWrites(services, isHttps(publicUrl)));
  app.use(csrf(publicUrl));
  app.use(identifyViewerOf(services));
  app.use(limitBody);
  const cacheable = createCacheable(services, cache);
  const limited = limitConcurrency(undefined, site, services);
  const limitedPreviews = limitConcurrency(new ConcurrencyLimiter(previewLimits), site);
  const pageRoutes = new RoutePatterns(pagePatterns());
  app.route(
    "/api/v1",
    apiRoutes(services, log, limited, (path) => pageRoutes.of(path), cacheable),
  );
  app.all("/api/auth/*", ({ req, var: { client } }) =>
    services.accounts.handleAuthRequest(req.raw, client),
  );
  app.get("/api/docs", (context) => apiDocumentationPage(context));
  app.all("/api/*", (context) => problem(context, "error.notfound"));
  const mapImage = [freshForTheMinute(services), cacheable(cacheableMapImage)] as const;
  app.get("/tiles/places/:z/:x/:file", ...mapImage, (context) => getPlaceTile(context, services));
  app.get("/data/feed.atom", limited, etagResponse, (context) => getPlaceFeed(context, services));
  app.get("/robots.txt", (context) => getRobots(context, services));
  app.get("/sitemap.xml", limited, (context) => getSitemap(context, services));
  app.get("/places/:id/preview.png", limitedPreviews, (context) =>
    getPlacePreview(context, services),
  );
  app.get("/preview.png", limitedPreviews, (context) => getSitePreview(context, services));
  app.get("/map-picture.svg", ...mapImage, (context) => getMapPicture(context, services));

  const pageOptions = { mapOrigins, hasReports, embedOrigins, language: site.language };
  for (const [path, page] of cacheablePages()) {
    app.get(path, cacheable(cacheablePage(page, pageOptions)));
  }

  app.all("*", requireForm, limited, async (context) => {
    const { sharedRequest, client } = context.var;
    const pageRequest = sharedRequest ?? context.req.raw;
    const request = new RouterContextProvider();
    request.set(servicesContext, services);
    request.set(openWritesContext, async () => {
      const { viewer } = context.var;
      const retryAfterSeconds = await services.consumeWriteLimit(client, viewer);
      return retryAfterSeconds === null
        ? { ok: true, writes: services.writes }
        : { ok: false, retryAfterSeconds };
    });
    request.set(viewerContext, context.var.viewer);
    // A cached page has no client: it is the same for every visitor.
    request.set(clientContext, sharedRequest ? clientOf(sharedRequest, "unknown") : client);
    request.set(nonceContext, context.var.nonce());
    request.set(publicConfigContext, services.publicConfig);
    request.set(originContext, originFor(publicUrl, pageRequest.url));
    const { i18n, guide, ...paths } = textsOfRequest(pageRequest, site);
    request.set(i18nContext, i18n);
    request.set(i18nInContext, (language) => textsIn(language, site.name).i18n);
    request.set(textPathsContext, paths);
    request.set(guideContext, guide);
    const response = await renderPage(pageRequest, request);
    rememberChosenLanguage(pageRequest.url, response.headers, isHttps(publicUrl));
    if (!response.headers.has("Cache-Control")) {
      response.headers.set("Cache-Control", "private, no-cache");
    }
    if (response.status === 503) {
      const waitSeconds = response.headers.get("Retry-After");
      if (waitSeconds === null) response.headers.set("Retry-After", retryAfterSeconds);
      // A form whose password could not be hashed: its page sends it again.
      else if (context.req.path.endsWith(".data"))
        return overloadedProblem(context, Number(waitSeconds));
    }
    return response;
  });
  app.onError((error, context) => failureResponse(context, error, { log, what: "request failed" }));
  return app;
}

/** Patterns of all routes, in the syntax of their router. */
function routePatterns(): string[] {
  return [
    ...[
      "/healthz",
      "/readyz",
      "/metrics",
      baseMapFileUrl,
      worldTilePattern,
      streetMapUrl,
      "/map-picture.svg",
      "/preview.png",
    ],
    ...openDataPaths,
    ...[securityTextPath, offlineWorkerPath, borderPath],
    ...["/robots.txt", "/sitemap.xml"],
    ...["/api/docs", "/api/v1/openapi.json", "/api/auth/*", "/assets/*"],
    getPlaceTileCall.path.replace(":y.mvt", ":file"),
    ...apiCalls.map(({ path }) => `/api/v1${path}`),
    ...pagePatterns(),
  ];
}

/** Paths of the pages, except the catch-all route. */
function pagePatterns(): string[] {
  return Object.values(pages.routes)
    .flatMap((page) => patternsOf(page?.path))
    .filter((path) => path !== "/*");
}

/** Paths of a page: two where its one segment is optional. */
function patternsOf(path = ""): string[] {
  return path.endsWith("?") ? ["/", `/${path.slice(0, -1)}`] : [`/${path}`];
}

/** Paths of the cached pages, with the cache policy of their route modules. */
function cacheablePages(): [path: string, page: CacheablePage][] {
  return Object.values(pages.routes).flatMap((route) => {
    const { cacheable } = (route?.module ?? {}) as { cacheable?: CacheablePage };
    return cacheable ? patternsOf(route?.path).map((path) => [path, cacheable]) : [];
  });
}

/**
 * Hosts whose pages may send a form, for React Router's own CSRF check. That check compares `Origin` with the URL that
 * reached Node, which is http behind a proxy that terminates TLS; `csrf` has already decided (docs/product#own-origin).
 * Without `PUBLIC_URL` every host passes.
 */
function actionOrigins(publicUrl: string | null): string[] {
  return [publicUrl === null ? "**" : new URL(publicUrl).host];
}
