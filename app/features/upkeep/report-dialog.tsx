import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { ReportedPlace } from "./kept-place.ts";
import { ReportTask } from "./report-task.tsx";

interface ReportDialogProps {
  place: ReportedPlace;
  isOpen: boolean;
  onClose: () => void;
}

/** Where one says what is wrong with a place, and is thanked for it. */
export function ReportDialog({ place, isOpen, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      closedBy="closerequest"
      onClose={onClose}
      title={t("upkeep.report.action")}
    >
      <p className="-mt-3 mb-4 text-muted">
        {place.city}, {place.address}
      </p>
      <ReportTask place={place} wayBack={<Button onClick={onClose}>{t("action.close")}</Button>} />
    </Dialog>
  );
}
