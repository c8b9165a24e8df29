import { useId, useRef, useState } from "react";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import {
  positionOf,
  type RoughPrecision,
  roughPrecisionOf,
} from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/form/field-error.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { RenderPinMap } from "./render-props.ts";

/** Zooms that show the whole found street, district or town, in which the contributor looks for the door. */
const roughZoom: Readonly<Record<RoughPrecision, number>> = {
  street: 15,
  district: 14,
  settlement: 13,
};

interface AddressPinProps {
  renderPinMap: RenderPinMap;
  pinAdjustment: PinAdjustment;
}

/** Small map of an address: its pin, and the buttons to adjust it. */
export function AddressPin({ renderPinMap, pinAdjustment }: AddressPinProps) {
  const { t } = useTranslation();
  const { draft, choosePoint, errors } = usePlaceForm();
  const isHydrated = useIsHydrated();
  const errorId = useId();
  const rough = roughPrecisionOf(draft);
  const buttons = useRef<HTMLDivElement>(null);
  const error = errors.find(({ field }) => field === "latitude" || field === "longitude");
  const finish = () => {
    pinAdjustment.cancel();
    // The button that had the focus is gone.
    requestAnimationFrame(() => buttons.current?.querySelector("button")?.focus());
  };
  return (
    <div className="noscript:hidden">
      {isHydrated &&
        renderPinMap({
          label: t("addPlace.where.pin"),
          value: pinAdjustment.point ?? positionOf(draft),
          onChange: pinAdjustment.moveTo,
          isAdjusting: pinAdjustment.isAdjusting,
          zoom: rough === null ? undefined : roughZoom[rough],
        })}
      {error && <FieldError id={errorId}>{fieldErrorText(t, error, draft)}</FieldError>}
      <div ref={buttons} className="mt-3 flex flex-wrap items-center gap-2">
        {pinAdjustment.isAdjusting ? (
          <>
            <Button
              variant="primary"
              icon="check"
              onClick={() => {
                if (pinAdjustment.point) choosePoint(pinAdjustment.point);
                finish();
              }}
            >
              {t("addPlace.pin.save")}
            </Button>
            <Button onClick={finish}>{t("addPlace.pin.cancel")}</Button>
          </>
        ) : (
          <Button icon="edit" onClick={pinAdjustment.begin}>
            {t("addPlace.pin.adjust")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** State of a pin that is being adjusted, until it is saved or cancelled. */
export function usePinAdjustment() {
  /** Null while the pin is not being adjusted; `point` is null until it has been moved. */
  const [move, setMove] = useState<{ point: Coordinates | null } | null>(null);
  return {
    isAdjusting: move !== null,
    point: move?.point ?? null,
    begin: () => setMove({ point: null }),
    moveTo: (point: Coordinates) => setMove({ point }),
    cancel: () => setMove(null),
  };
}

export type PinAdjustment = ReturnType<typeof usePinAdjustment>;
