import { type ReactNode, useState } from "react";
import type { ReportedPlace } from "./kept-place.ts";
import { type ReportAnswer, ReportForm } from "./report-form.tsx";
import { UpkeepThanks } from "./upkeep-thanks.tsx";

interface ReportTaskProps {
  placeId: number;
  /** Null where it could not be read. */
  place: ReportedPlace | null;
  answer?: ReportAnswer;
  /** What leads back to where one came from. */
  wayBack: ReactNode;
  onSent?: () => void;
}

/** The report form, and the thanks that take its place. */
export function ReportTask({ placeId, place, answer, wayBack, onSent }: ReportTaskProps) {
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <UpkeepThanks of="report" wayBack={wayBack} />;
  const finish = () => {
    setIsDone(true);
    onSent?.();
  };
  return <ReportForm placeId={placeId} place={place} answer={answer} onDone={finish} />;
}
