import { type ReactNode, useId, useRef, useState } from "react";
import { fieldErrorText } from "#app/features/place-form/form/field-error-text.ts";
import {
  positionOf,
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
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";

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

/** Maximum distance of a match from the door in nearly all streets and towns (docs/product#rough-match). */
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
 * Notice that a match stands for more than a house, with the request to set the pin (docs/product#rough-match); or
 * else just
 * the box that marks the position as approximate.
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

/** Renders the address search, which is another feature; the route connects the two. */
type RenderAddressSearch = (search: {
  readonly label: string;
  /** With the typed search. */
  readonly onRetrieved: (address: GeoAddress, searchText: string) => void;
}) => ReactNode;

/** Renders the map with the pin, which is another feature too. */
type RenderPinMap = (map: {
  /** Purpose of the map, for screen readers. */
  readonly label: string;
  readonly value: Coordinates | null;
  readonly onChange: (coordinates: Coordinates) => void;
  readonly isAdjusting: boolean;
  readonly zoom?: number;
}) => ReactNode;

export interface MapParts {
  readonly renderAddressSearch: RenderAddressSearch;
  readonly renderPinMap: RenderPinMap;
}
