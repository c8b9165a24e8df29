import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "#app/ui/icon.tsx";

interface UpkeepThanksProps {
  of: "report" | "confirmation";
  wayBack: ReactNode;
}

/** Thanks, read out because they get the focus, and the way back. */
export function UpkeepThanks({ of, wayBack }: UpkeepThanksProps) {
  const { t } = useTranslation();
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => thanks.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <p ref={thanks} tabIndex={-1} className="flex items-start gap-2 outline-none">
        <Icon name="success" className="mt-0.5 size-5 text-open" />
        {t(of === "report" ? "upkeep.report.thanks" : "upkeep.confirmed")}
      </p>
      {wayBack}
    </div>
  );
}
