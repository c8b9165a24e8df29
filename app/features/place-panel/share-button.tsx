import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePageAddress } from "#app/place/place-addresses.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Time that the button says that it has copied. */
const copiedMs = 4_000;

interface ShareButtonProps {
  placeId: number;
  /** Name of the place in one line, for the share menu. */
  name: string;
}

/**
 * Shares the address of the place's own page through the device's share menu, or copies it where there is none. Without
 * script it is the address itself, as a link.
 */
export function ShareButton({ placeId, name }: ShareButtonProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [isCopied, setIsCopied] = useState(false);
  const path = placePageAddress(placeId);

  async function share() {
    const url = new URL(path, location.origin).href;
    try {
      if (navigator.canShare?.({ url })) return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
    } catch (error) {
      // A closed share menu is an answer, not a failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) {
        announce(t("panel.share.failed"));
      }
      return;
    }
    setIsCopied(true);
    announce(t("panel.share.copied"));
    setTimeout(() => setIsCopied(false), copiedMs);
  }

  return (
    <a
      href={path}
      className={buttonClass()}
      onClick={(event) => {
        event.preventDefault();
        void share();
      }}
    >
      <Icon name={isCopied ? "check" : "share"} />
      {t(isCopied ? "panel.share.copied" : "panel.share.action")}
    </a>
  );
}
