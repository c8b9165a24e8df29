import { FormStep } from "#app/features/place-form/form/form-field.tsx";
import { positionOf } from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { HoursEditor } from "#app/features/place-form/hours/hours-editor.tsx";
import { MeaningSummary } from "#app/features/place-form/hours/hours-meaning.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { HoursMeaning } from "#domain/opening/hours-meaning.ts";

/**
 * Step 'when': opening hours; unknown ones stay so (docs/product#opening-times-in-the-form).
 *
 * @param meaning of the text that was sent, for a page without script; null without one
 */
export function WhenStep({ meaning }: { meaning: HoursMeaning | null }) {
  const { t } = useTranslation();
  const { draft, change, errors } = usePlaceForm();
  return (
    <FormStep number={3} title={t("addPlace.when.title")} isFilled={draft.hours.kind !== "unknown"}>
      <HoursEditor
        hours={draft.hours}
        onChange={(hours) => change({ hours })}
        errors={errors}
        location={{ country: draft.country, position: positionOf(draft) }}
      >
        {meaning && <MeaningSummary meaning={meaning} />}
      </HoursEditor>
    </FormStep>
  );
}
