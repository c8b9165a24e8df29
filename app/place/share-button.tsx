import { useCallback, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { placePagePath } from "./place-paths.ts";
import { type ShareOutcome, shareLink } from "./share-link.ts";

/** Time that the button says whether it has copied. */
const saidMs = 4_000;

interface ShareButtonProps {
  placeId: number;
  /** Name of the place in one line, for the share menu. */
  name: string;
  className?: string;
}

/**
 * Shares the address of the place's own page through the device's share menu, or copies it where there is none. Without
 * script it is the address itself, as a link. What became of a press that came before the application is said
 * when the application has started.
 */
export function ShareButton({ placeId, name, className }: ShareButtonProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [said, setSaid] = useState<ShareOutcome>(null);

  const say = useCallback(
    (outcome: ShareOutcome) => {
      if (outcome === null) return;
      setSaid(outcome);
      announce(t(outcome === "copied" ? "panel.share.copied" : "panel.share.failed"));
      setTimeout(() => setSaid(null), saidMs);
    },
    [t, announce],
  );
  const sayEarly = useCallback(
    (link: HTMLAnchorElement | null) => {
      void link?.earlyShare?.then(say);
      delete link?.earlyShare;
    },
    [say],
  );

  return (
    <a
      ref={sayEarly}
      href={placePagePath(placeId)}
      data-share={name}
      className={buttonClass("secondary", "medium", className)}
      onClick={(event) => {
        event.preventDefault();
        void shareLink(event.currentTarget).then(say);
      }}
    >
      <Icon name={said === "copied" ? "check" : "share"} />
      {said === null && t("panel.share.action")}
      {said === "copied" && t("panel.share.copied")}
      {said === "failed" && t("panel.share.failed")}
    </a>
  );
}
