import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addressReason } from "./read-report-form.ts";

/** As the form shows them; 'other' last. */
const reasons = ["closed", "hours", "position", addressReason, "other"] as const;

interface ReportReasonsProps {
  /** The reason chosen at first. */
  chosen: string | undefined;
  /** Says that none is chosen; null once one is. */
  fault: ReactNode;
  faultId: string | undefined;
}

/** What can be wrong, to choose one of. */
export function ReportReasons({ chosen, fault, faultId }: ReportReasonsProps) {
  const { t } = useTranslation();
  return (
    <fieldset aria-describedby={faultId}>
      <legend className="mb-1 font-bold">{t("upkeep.report.reason")}</legend>
      {reasons.map((reason) => (
        <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="reason"
            value={reason}
            defaultChecked={reason === chosen}
            className="size-5 shrink-0 accent-brand"
          />
          {t(`upkeep.reason.${reason}`)}
        </label>
      ))}
      {fault}
    </fieldset>
  );
}
