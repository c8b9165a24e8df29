import { useId } from "react";
import {
  aroundTheClock,
  copyToAllDays,
  type DayTimes,
} from "#app/features/place-form/form/day-times.ts";
import { faultText } from "#app/features/place-form/form/fault-text.ts";
import { FormStep } from "#app/features/place-form/form/form-field.tsx";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { FaultText } from "#app/ui/form/fault-text.tsx";

/**
 * Step 'when': opening times day by day; unknown times stay empty (docs/product#opening-times-in-the-form).
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

/**
 * One weekday: opening, closing, 'closed', and a button that copies it to every day.
 *
 * @param weekday 0 is Monday
 */
function DayFields({ weekday }: { weekday: number }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { draft, change, faults } = usePlaceForm();
  const faultId = useId();
  const day = format.weekday(weekday);
  const times = draft.days[weekday];
  const fault = faults.find(({ field }) => field === `opening_times.${weekday}`);
  const set = (part: Partial<DayTimes>) =>
    change({ days: draft.days.with(weekday, { ...times, ...part }) });
  return (
    <fieldset className="min-w-0 border-t border-line py-2 first-of-type:border-t-0">
      <legend className="sr-only">{day}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="w-28 grow font-bold sm:grow-0">
          {day}
        </span>
        <label className="flex min-h-11 items-center gap-2 sm:order-2">
          <input
            type="checkbox"
            name={`closed_${weekday}`}
            value="1"
            checked={times.isClosed}
            onChange={(event) => set({ isClosed: event.target.checked })}
            className="size-6 shrink-0 accent-brand"
          />
          {t("addPlace.when.closed")}
        </label>
        <div className="flex w-full min-w-0 items-center gap-2 sm:order-1 sm:w-auto sm:grow">
          {(["from", "to"] as const).map((end) => (
            <input
              key={end}
              type="time"
              name={`${end}_${weekday}`}
              aria-label={t(`addPlace.when.${end}`)}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault && faultId}
              value={times[end]}
              disabled={times.isClosed}
              onChange={(event) => set({ [end]: event.target.value })}
              className={`${fieldClass} tabular basis-0 grow sm:max-w-36`}
            />
          ))}
          <IconButton
            icon="copy"
            label={t("addPlace.when.copy", { day })}
            onClick={() => change({ days: copyToAllDays(draft.days, weekday) })}
            className="shrink-0 noscript:hidden"
          />
        </div>
      </div>
      {fault && <FaultText id={faultId}>{faultText(t, fault)}</FaultText>}
    </fieldset>
  );
}
