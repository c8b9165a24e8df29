import { useTranslation } from "react-i18next";
import { maxReportLength } from "#domain/text-length.ts";
import type { ReportFault } from "./read-report-form.ts";

interface ReportFaultTextProps {
  id: string;
  fault: ReportFault;
}

/** Below the field that it is about: what is wrong, read out as it appears. */
export function ReportFaultText({ id, fault }: ReportFaultTextProps) {
  const { t } = useTranslation();
  return (
    <p id={id} role="alert" className="mt-1 font-bold text-closed">
      {t(`upkeep.failure.${fault}`, { max: maxReportLength })}
    </p>
  );
}
