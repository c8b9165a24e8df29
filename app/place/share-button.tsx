import { useCallback, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { type ButtonSize, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { placePagePath } from "./place-paths.ts";
import { type ShareOutcome, shareLink } from "./share-link.ts";

const outcomeMs = 4_000;

interface ShareButtonProps {
  placeId: number;
  /** Name of the place in one line, for the share menu. */
  name: string;
  /** Whether its label is for screen readers and the tooltip only; its outcome is shown in any case. */
  isIcon?: boolean;
  size?: ButtonSize;
  className?: string;
}

/**
 * Shares or copies the URL of the place's own page, which is its link without script; also shows the outcome of an
 * early press.
 */
export function ShareButton({ placeId, name, isIcon = false, size, className }: ShareButtonProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [shown, setShown] = useState<ShareOutcome>(null);

  const showOutcome = useCallback(
    (outcome: ShareOutcome) => {
      if (outcome === null) return;
      setShown(outcome);
      announce(t(outcome === "copied" ? "panel.share.copied" : "panel.share.failed"));
      setTimeout(() => setShown(null), outcomeMs);
    },
    [t, announce],
  );
  const showEarlyOutcome = useCallback(
    (link: HTMLAnchorElement | null) => {
      void link?.earlyShare?.then(showOutcome);
      delete link?.earlyShare;
    },
    [showOutcome],
  );

  return (
    <a
      ref={showEarlyOutcome}
      href={placePagePath(placeId)}
      data-share={name}
      title={isIcon ? t("panel.share.action") : undefined}
      className={buttonClass(isIcon ? "quiet" : "secondary", size, className)}
      onClick={(event) => {
        event.preventDefault();
        void shareLink(event.currentTarget).then(showOutcome);
      }}
    >
      <Icon name={shown === "copied" ? "check" : "share"} />
      {shown === null && (
        <span className={isIcon ? "sr-only" : undefined}>{t("panel.share.action")}</span>
      )}
      {shown === "copied" && t("panel.share.copied")}
      {shown === "failed" && t("panel.share.failed")}
    </a>
  );
}
