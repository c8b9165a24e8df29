import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { createBrowserI18n } from "#app/i18n/browser-i18n.ts";
import { findBrowserLanguage, rememberAddressedLanguage } from "#app/i18n/browser-language.ts";
import { switchLanguage } from "#app/i18n/switch-language.ts";

const i18n = await createBrowserI18n();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <HydratedPage />
      </I18nextProvider>
    </StrictMode>,
  );
});

/** Takes over what the server has rendered, in the server's language, and only then another one. */
function HydratedPage() {
  useEffect(() => whenIdle(takeStoredLanguage), []);
  return <HydratedRouter />;
}

/** Storage, which the server can't see, may ask for another language than the request did. */
function takeStoredLanguage() {
  rememberAddressedLanguage();
  const language = findBrowserLanguage();
  if (language !== i18n.language) void switchLanguage(i18n, language);
}

/** The measurements wait for the reporter; what the page needs itself comes first. */
const vitalsDelayMs = 4_000;

setTimeout(
  () =>
    whenIdle(() => {
      import("#app/network/report-web-vitals.ts").then(
        ({ reportWebVitals }) => reportWebVitals(),
        // Without a connection nothing is measured, which is no fault of the page.
        () => {},
      );
    }),
  vitalsDelayMs,
);

const idleTimeoutMs = 2_000;

/** Runs work when the browser has nothing better to do, at the latest after two seconds. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: idleTimeoutMs });
  else setTimeout(work, 200);
}
