import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ReportedPlace } from "./read-report-form.ts";
import { ReportForm } from "./report-form.tsx";

interface ReportDialogProps {
  place: ReportedPlace;
  /** Whether the visitor has an account, which a correction of an address takes. */
  isSignedIn: boolean;
  isOpen: boolean;
  onSent?: () => void;
  onClose: () => void;
}

/** The report dialog, with thanks at the end. Typed text stays until it is sent. */
export function ReportDialog({ place, isSignedIn, isOpen, onSent, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const [report, setReport] = useState({ number: 1, isSent: false });
  const close = () => {
    if (report.isSent) setReport({ number: report.number + 1, isSent: false });
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      closedBy="closerequest"
      keepsContent
      onClose={close}
      title={t("upkeep.report.action")}
    >
      <p className="-mt-3 mb-4 text-muted wrap-anywhere">{nameOf(place).whole}</p>
      <ReportForm
        key={report.number}
        placeId={place.id}
        place={place}
        isSignedIn={isSignedIn}
        wayBack={<Button onClick={close}>{t("action.close")}</Button>}
        onSent={() => {
          setReport({ ...report, isSent: true });
          onSent?.();
        }}
      />
    </Dialog>
  );
}
