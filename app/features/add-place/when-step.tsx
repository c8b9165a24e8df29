import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { aroundTheClock } from "./around-the-clock.ts";
import { DayFields } from "./day-fields.tsx";
import { FormStep } from "./form-step.tsx";
import { usePlaceForm } from "./place-form-context.ts";

/**
 * When the place is open, day by day; what nobody knows stays empty
 * (docs/product#opening-times-in-the-form).
 */
export function WhenStep() {
  const { t } = useTranslation();
  const { draft, change } = usePlaceForm();
  return (
    <FormStep number={3} title={t("addPlace.when.title")}>
      <p className="mb-3 text-muted">{t("addPlace.when.hint")}</p>
      <Button
        icon="clock"
        onClick={() => change({ days: aroundTheClock })}
        className="mb-3 noscript:hidden"
      >
        {t("addPlace.when.allDay")}
      </Button>
      {draft.days.map((_, weekday) => (
        <DayFields key={weekday} weekday={weekday} />
      ))}
    </FormStep>
  );
}
