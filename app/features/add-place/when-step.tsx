import { useTranslation } from "react-i18next";
import { DayFields } from "./day-fields.tsx";
import { FormStep } from "./form-step.tsx";
import { usePlaceForm } from "./place-form-context.ts";

/** When the place is open, day by day; what nobody knows stays empty (specification, section 5). */
export function WhenStep() {
  const { t } = useTranslation();
  const { draft } = usePlaceForm();
  return (
    <FormStep number={3} title={t("addPlace.when.title")}>
      <p className="mb-3 text-muted">{t("addPlace.when.hint")}</p>
      {draft.days.map((_, weekday) => (
        <DayFields key={weekday} weekday={weekday} />
      ))}
    </FormStep>
  );
}
