import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePageAddress } from "#app/place/place-addresses.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Time that the button says whether it has copied. */
const saidMs = 4_000;

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
  const [said, setSaid] = useState<"copied" | "failed" | null>(null);
  const path = placePageAddress(placeId);

  async function share() {
    const url = new URL(path, location.origin).href;
    let outcome: "copied" | "failed" = "copied";
    try {
      if (navigator.canShare?.({ url })) return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
    } catch (error) {
      // A closed share menu is an answer, not a failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      outcome = "failed";
    }
    setSaid(outcome);
    announce(t(outcome === "copied" ? "panel.share.copied" : "panel.share.failed"));
    setTimeout(() => setSaid(null), saidMs);
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
      <Icon name={said === "copied" ? "check" : "share"} />
      {said === null && t("panel.share.action")}
      {said === "copied" && t("panel.share.copied")}
      {said === "failed" && t("panel.share.failed")}
    </a>
  );
}
