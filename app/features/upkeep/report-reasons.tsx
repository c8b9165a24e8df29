import { useTranslation } from "react-i18next";
import { addressReason } from "./read-report-form.ts";

/** As the form shows them; 'other' last. */
const reasons = ["closed", "hours", "position", addressReason, "other"] as const;

interface ReportReasonsProps {
  /** The reason chosen at first. */
  chosen: string | undefined;
  /** What says that none is chosen. */
  describedBy: string | undefined;
}

/** What can be wrong, to choose one of. */
export function ReportReasons({ chosen, describedBy }: ReportReasonsProps) {
  const { t } = useTranslation();
  return (
    <fieldset aria-describedby={describedBy}>
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
    </fieldset>
  );
}
