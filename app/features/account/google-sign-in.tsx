import { type MouseEvent, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { buttonClass } from "#app/ui/button-class.ts";
import { googleAddress } from "./google-addresses.ts";
import { type GoogleOutcome, listenForGoogleOutcome } from "./google-channel.ts";
import type { GoogleFailureCode } from "./google-failure.ts";
import { GoogleMark } from "./google-mark.tsx";
import { openGoogleWindow, watchGoogleWindow } from "./open-google-window.ts";

/**
 * The way in by Google: a window of its own, or this one where windows are blocked and where there
 * is no script (docs/product#google-sign-in).
 */
export function GoogleSignIn({ onFailure }: { onFailure: (code: GoogleFailureCode) => void }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [opened, setOpened] = useState<Window | null>(null);
  // A visitor who is signed in is led on by the page's own loader.
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
    <>
      <p className="my-5 flex items-center gap-3 text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t("login.or")}
      </p>
      <a
        href={googleAddress}
        onClick={open}
        className={buttonClass("secondary", "medium", "w-full")}
      >
        <GoogleMark />
        {t("login.google")}
      </a>
    </>
  );
}
