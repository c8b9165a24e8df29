import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { ReportedPlace } from "./read-report-form.ts";
import { ReportForm, type ReportResult } from "./report-form.tsx";

interface ReportTaskProps {
  placeId: number;
  /** Null where it could not be read. */
  place: ReportedPlace | null;
  isSignedIn: boolean;
  result?: ReportResult;
  /** Link or button back. */
  wayBack: ReactNode;
  onSent?: () => void;
}

/** The report form, and the thanks that replace it. */
export function ReportTask({ wayBack, onSent, ...form }: ReportTaskProps) {
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <FeedbackThanks of="report" wayBack={wayBack} />;
  const finish = () => {
    setIsDone(true);
    onSent?.();
  };
  return <ReportForm {...form} onDone={finish} />;
}

interface FeedbackThanksProps {
  of: "report" | "confirmation";
  wayBack: ReactNode;
}

/** Thanks, announced because they get the focus, and the way back. */
export function FeedbackThanks({ of, wayBack }: FeedbackThanksProps) {
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
