import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { useContinuePath } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import {
  type GoogleFailureCode,
  type GoogleOutcome,
  googlePath,
  googleWindowPath,
  listenForGoogleOutcome,
} from "./google-outcome.ts";

/** Sign-in with Google, in its own window where the browser allows one (docs/product#google-sign-in). */
export function GoogleSignIn({ onFailure }: { onFailure: (code: GoogleFailureCode) => void }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState<Window | null>(null);
  // The page's loader leads a signed-in visitor on.
  const finish = useEffectEvent((outcome: GoogleOutcome) => {
    setOpened(null);
    if (outcome === "signed-in") void revalidate();
    else onFailure(outcome);
  });
  useEffect(() => listenForGoogleOutcome((outcome) => finish(outcome)), []);
  useEffect(() => {
    if (opened) return watchGoogleWindow(opened, () => finish("error.googleclosed"));
  }, [opened]);

  const open = (event: MouseEvent) => {
    const isPlainClick = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const own = isPlainClick ? openGoogleWindow() : null;
    if (own) event.preventDefault();
    setOpened(own);
  };

  return (
    <a
      href={continuingPath(googlePath, useContinuePath())}
      onClick={open}
      className={buttonClass("secondary", "medium", "w-full")}
    >
      <GoogleMark />
      {t("login.google")}
    </a>
  );
}

const windowSize = { width: 500, height: 640 };

/** Opens Google's sign-in in a window of its own; null where the browser blocks windows. */
function openGoogleWindow(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - windowSize.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - windowSize.height) / 2);
  const features = `popup,width=${windowSize.width},height=${windowSize.height},left=${left},top=${top}`;
  return window.open(googleWindowPath, "mosdo-google", features);
}

const pollEveryMs = 500;

/**
 * Calls back once the window is closed and this page has the focus; the returned function stops that. A page of the
 * provider
 * may make an open window look closed, but this page lacks the focus then. Two polls: success closes before its
 * message arrives.
 */
function watchGoogleWindow(opened: Window, onClosed: () => void): () => void {
  let timesClosed = 0;
  const timer = setInterval(() => {
    timesClosed = opened.closed && document.hasFocus() ? timesClosed + 1 : 0;
    if (timesClosed < 2) return;
    clearInterval(timer);
    onClosed();
  }, pollEveryMs);
  return () => clearInterval(timer);
}

/** The form's last failure: the server's result, or a Google window that failed. */
export function useGoogleFailure(result: AccountFailure | undefined) {
  const [failed, setFailed] = useState<{ failure: AccountFailure; after: typeof result } | null>(
    null,
  );
  return {
    // A later result replaces it.
    result: failed !== null && failed.after === result ? failed.failure : result,
    fail: (code: GoogleFailureCode) => setFailed({ failure: { code }, after: result }),
  };
}

/** Google's mark, in the colours that its guidelines ask for. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className="size-5 shrink-0">
      <path
        fill="#ea4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#fbbc05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
