import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { createBrowserI18n } from "#app/i18n/browser-i18n.ts";
import { findBrowserLanguage, rememberUrlLanguage } from "#app/i18n/browser-language.ts";
import { switchLanguage } from "#app/i18n/switch-language.ts";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import { isNetworkError } from "#app/network/offline-detection.ts";
import { postToWorker } from "#app/network/worker-message.ts";
import { whenIdle } from "#app/ui/when-idle.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";

for (const kind of ["error", "unhandledrejection"] as const) addEventListener(kind, handleError);

/** The requested URL, where the service worker responded with the shell of all pages. */
const wanted =
  document.documentElement.dataset.kept === undefined
    ? null
    : location.pathname + location.search + location.hash;
// The shell is the map's page; the application opens the other one once it has started.
if (wanted !== null) history.replaceState(null, "", `/${location.hash}`);

const i18n = await createBrowserI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedPage />
      </I18nProvider>
    </StrictMode>,
  );
});

/** The page, hydrated in the server's language and then, if need be, changed to another. */
function HydratedPage() {
  useEffect(() => {
    // A frame on another site has the language of its URL, and leaves cookies and storage alone.
    if (isEmbedPath(location.pathname)) return;
    whenIdle(takeStoredLanguage);
    startOffline();
  }, []);
  return <HydratedRouter />;
}

/** Storage, which the server cannot see, may name another language than the request. */
function takeStoredLanguage() {
  rememberUrlLanguage();
  const locale = findBrowserLanguage();
  if (locale !== i18n.locale) void switchLanguage(i18n, locale);
}

/** Posts to the service worker that the page has started, and opens the requested page. */
function startOffline() {
  postToWorker({ kind: "started", language: i18n.locale });
  if (wanted !== null) {
    void import("#app/features/offline/offline-start.ts").then((chunk) =>
      chunk.openRequested(wanted),
    );
  }
}

/** Reports an error to the server (docs/product#errors-in-browsers). */
async function handleError(event: ErrorEvent | PromiseRejectionEvent) {
  try {
    const chunk = await import("#app/network/report-browser-error.ts");
    // What detects lost connections is loaded already: the chunk then needs no other.
    chunk.reportBrowserError(event, isNetworkError);
  } catch {
    // Without a connection nothing is reported, nor is an error in reporting: that could loop.
  }
}

/** Delay of what a page needs only without a connection, so that the visitor's first acts come before it. */
const offlineDelayMs = 6_000;

/** Delay of the measurements, so that the page's own scripts load first. */
const vitalsDelayMs = 4_000;

// A static page measures itself already.
if (!document.querySelector("script[data-started]"))
  setTimeout(() => whenIdle(report), vitalsDelayMs);

if (import.meta.env.PROD && !isEmbedPath(location.pathname)) {
  setTimeout(() => whenIdle(prepareOffline), offlineDelayMs);
}

async function prepareOffline() {
  try {
    const chunk = await import("#app/features/offline/offline-sync.ts");
    await chunk.startOfflineSync();
  } catch {
    // Without it, or without storage, the page needs its connection.
  }
}

async function report() {
  try {
    const chunk = await import("#app/network/report-web-vitals.ts");
    chunk.reportWebVitals();
  } catch {
    // Without a connection nothing is measured, and the page still works.
  }
}
