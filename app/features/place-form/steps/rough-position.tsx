import { useId } from "react";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import {
  type RoughPrecision,
  roughPrecisionOf,
} from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Maximum distance of a match from the door, in metres, in all but the longest streets and largest towns
 * (docs/product#rough-match).
 */
const roughnessMeters = {
  street: 1_000,
  district: 3_000,
  settlement: 10_000,
} as const satisfies Record<RoughPrecision, number>;

interface RoughPositionProps {
  /** Lets the contributor move the pin, where that takes a button. */
  onPlacePin?: () => void;
  /** Called when the contributor has marked the position as approximate. */
  onSettled?: () => void;
}

/**
 * Notice about a match that stands for more than a house: how far off its point may be, and the request to
 * set the pin (docs/product#rough-match). A contributor who does not know the point any closer marks it as
 * approximate. Without script, and for a point on the map, any position can be marked.
 */
export function RoughPosition({ onPlacePin, onSettled }: RoughPositionProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { draft, change, errors } = usePlaceForm();
  const errorId = useId();
  const error = errors.find(({ field }) => field === "pin");
  const precision = roughPrecisionOf(draft);
  const isOffered = precision !== null || draft.isApproximate || draft.mode === "manual";
  const box = (
    <Choice
      type="checkbox"
      name="position_approximate"
      value="1"
      checked={draft.isApproximate}
      aria-describedby={error && errorId}
      onChange={({ target: { checked } }) => {
        change({ isApproximate: checked });
        if (checked) onSettled?.();
      }}
    >
      {t("addPlace.rough.approximate")}
    </Choice>
  );
  if (precision === null) {
    return <div className={isOffered ? "my-3" : "my-3 hidden noscript:block"}>{box}</div>;
  }
  return (
    <div className="my-5 rounded-control border border-soon bg-soon-tint px-4 py-3">
      <p role="status" className="flex items-start gap-3">
        <Icon name="warning" className="mt-0.5 size-6 shrink-0 text-soon" />
        <span className="min-w-0">
          {t(`addPlace.rough.${precision}`, {
            distance: format.distance(roughnessMeters[precision]),
          })}
        </span>
      </p>
      {onPlacePin && (
        <Button icon="place" onClick={onPlacePin} className="mt-2">
          {t("addPlace.rough.place")}
        </Button>
      )}
      <div className="mt-1">{box}</div>
      {error && <FieldError id={errorId}>{fieldErrorText(t, error, draft)}</FieldError>}
    </div>
  );
}
