import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { createBrowserI18n } from "#app/i18n/browser-i18n.ts";
import { findBrowserLanguage, rememberAddressedLanguage } from "#app/i18n/browser-language.ts";
import { switchLanguage } from "#app/i18n/switch-language.ts";
import { I18nProvider } from "#app/i18n/use-translation.tsx";
import { isNetworkError } from "#app/network/offline-detection.ts";
import { whenIdle } from "#app/ui/when-idle.ts";
import { isEmbedPath } from "#domain/embed/embed-path.ts";

for (const kind of ["error", "unhandledrejection"] as const) addEventListener(kind, tell);

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
  // A frame on another site has the language of its address, and leaves cookies and storage alone.
  useEffect(() => (isEmbedPath(location.pathname) ? undefined : whenIdle(takeStoredLanguage)), []);
  return <HydratedRouter />;
}

/** Storage, which the server cannot see, may name another language than the request. */
function takeStoredLanguage() {
  rememberAddressedLanguage();
  const language = findBrowserLanguage();
  if (language !== i18n.language) void switchLanguage(i18n, language);
}

/** Tells the server of an error (docs/product#errors-in-browsers). */
async function tell(event: ErrorEvent | PromiseRejectionEvent) {
  try {
    const chunk = await import("#app/network/tell-error.ts");
    // What tells lost connections is there already: the chunk then needs no other.
    chunk.tellError(event, isNetworkError);
  } catch {
    // Without a connection nothing is told, nor of a fault in telling: that could go on without end.
  }
}

/** Delay of the measurements, so that the page's own scripts load first. */
const vitalsDelayMs = 4_000;

// A page that was there to be read first measures itself already.
if (!document.querySelector("script[data-started]"))
  setTimeout(() => whenIdle(report), vitalsDelayMs);

async function report() {
  try {
    const chunk = await import("#app/network/report-web-vitals.ts");
    chunk.reportWebVitals();
  } catch {
    // Without a connection nothing is measured, and the page still works.
  }
}
